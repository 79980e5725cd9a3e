export const fieldId = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** A field as the server returns it, also to administrators. */
export const aField = (number: number, given: object) => ({
  ...{ id: fieldId(number), key: `field${number}`, labelHi: null, help: null, helpHi: null, unit: null },
  ...{ choices: [], group: null, position: number, required: false, assetNameIds: null, assetNames: [] },
  ...{ seenWith: null, searched: false, indexed: false, indexState: 'none', remindDays: [] },
  ...{ retired: false, version: 1, setName: null, ...given },
})
