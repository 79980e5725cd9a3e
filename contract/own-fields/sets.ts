import type { OwnFieldType } from './types.ts'

type Choice = { key: string; label: string; labelHi: string }

/** A field of a ready-made set; money gets its currency when the set is added. */
export type SetField = {
  key: string
  type: OwnFieldType
  label: string
  labelHi: string
  help?: string
  helpHi?: string
  unit?: string
  choices?: readonly Choice[]
  searched?: true
  indexed?: true
  remindDays?: readonly number[]
}
type FieldSet = { label: string; labelHi: string; fields: readonly SetField[] }

const purchase: FieldSet = {
  label: 'Purchase',
  labelHi: 'खरीद',
  fields: [
    { key: 'purchaseCost', type: 'money', label: 'Purchase Cost', labelHi: 'खरीद मूल्य', indexed: true },
    { key: 'poNumber', type: 'text', label: 'PO Number', labelHi: 'PO संख्या', searched: true },
    { key: 'invoiceNumber', type: 'text', label: 'Invoice Number', labelHi: 'बिल संख्या', searched: true },
    { key: 'purchaseDate', type: 'day', label: 'Purchase Date', labelHi: 'खरीद की तारीख', indexed: true },
    { key: 'invoiceDate', type: 'day', label: 'Invoice Date', labelHi: 'बिल की तारीख' },
  ],
}

const insurance: FieldSet = {
  label: 'Insurance',
  labelHi: 'बीमा',
  fields: [
    { key: 'insurer', type: 'text', label: 'Insurer', labelHi: 'बीमा कंपनी' },
    { key: 'policyNumber', type: 'text', label: 'Policy Number', labelHi: 'पॉलिसी संख्या', searched: true },
    { key: 'insuredValue', type: 'money', label: 'Insured Value', labelHi: 'बीमित मूल्य' },
    {
      key: 'insuredUntil',
      type: 'day',
      label: 'Insured Until',
      labelHi: 'बीमा की अंतिम तारीख',
      remindDays: [30, 7],
    },
  ],
}

const equipment: FieldSet = {
  label: 'IT Equipment',
  labelHi: 'आईटी उपकरण',
  fields: [
    { key: 'hostName', type: 'text', label: 'Host Name', labelHi: 'होस्ट नाम', searched: true },
    { key: 'macAddress', type: 'text', label: 'MAC Address', labelHi: 'MAC पता', searched: true },
    { key: 'operatingSystem', type: 'text', label: 'Operating System', labelHi: 'ऑपरेटिंग सिस्टम' },
    { key: 'processor', type: 'text', label: 'Processor', labelHi: 'प्रोसेसर' },
    { key: 'memory', type: 'number', label: 'Memory', labelHi: 'मेमोरी', unit: 'GB' },
    { key: 'storage', type: 'number', label: 'Storage', labelHi: 'स्टोरेज', unit: 'GB' },
    {
      key: 'warrantyUntil',
      type: 'day',
      label: 'Warranty Until',
      labelHi: 'वारंटी की अंतिम तारीख',
      remindDays: [30],
    },
  ],
}

const fuels = [
  { key: 'petrol', label: 'Petrol', labelHi: 'पेट्रोल' },
  { key: 'diesel', label: 'Diesel', labelHi: 'डीज़ल' },
  { key: 'cng', label: 'CNG', labelHi: 'सीएनजी' },
  { key: 'electric', label: 'Electric', labelHi: 'इलेक्ट्रिक' },
  { key: 'hybrid', label: 'Hybrid', labelHi: 'हाइब्रिड' },
]

const vehicle: FieldSet = {
  label: 'Vehicle',
  labelHi: 'वाहन',
  fields: [
    {
      key: 'registrationNumber',
      type: 'text',
      label: 'Registration Number',
      labelHi: 'पंजीकरण संख्या',
      searched: true,
    },
    { key: 'chassisNumber', type: 'text', label: 'Chassis Number', labelHi: 'चेसिस संख्या', searched: true },
    { key: 'engineNumber', type: 'text', label: 'Engine Number', labelHi: 'इंजन संख्या' },
    { key: 'fuel', type: 'choice', label: 'Fuel', labelHi: 'ईंधन', choices: fuels },
    { key: 'odometer', type: 'number', label: 'Odometer', labelHi: 'ओडोमीटर', unit: 'km' },
    {
      key: 'pollutionCheckDue',
      type: 'day',
      label: 'Pollution Check Due',
      labelHi: 'अगली प्रदूषण जाँच',
      remindDays: [15],
    },
    {
      key: 'fitnessUntil',
      type: 'day',
      label: 'Fitness Certificate Until',
      labelHi: 'फ़िटनेस प्रमाणपत्र की अंतिम तारीख',
      remindDays: [30],
    },
  ],
}

const results = [
  { key: 'passed', label: 'Passed', labelHi: 'सफल' },
  { key: 'withRemarks', label: 'Passed with remarks', labelHi: 'टिप्पणी के साथ सफल' },
  { key: 'failed', label: 'Failed', labelHi: 'असफल' },
]

const safety: FieldSet = {
  label: 'Safety Equipment',
  labelHi: 'सुरक्षा उपकरण',
  fields: [
    { key: 'lastInspection', type: 'day', label: 'Last Inspection', labelHi: 'पिछला निरीक्षण' },
    {
      key: 'nextInspection',
      type: 'day',
      label: 'Next Inspection Due',
      labelHi: 'अगला निरीक्षण',
      remindDays: [30, 7, 0],
    },
    { key: 'inspectedBy', type: 'person', label: 'Inspected By', labelHi: 'निरीक्षक' },
    {
      key: 'inspectionResult',
      type: 'choice',
      label: 'Inspection Result',
      labelHi: 'निरीक्षण का परिणाम',
      choices: results,
    },
    { key: 'certificateNumber', type: 'text', label: 'Certificate Number', labelHi: 'प्रमाणपत्र संख्या' },
  ],
}

/** Sets of fields that an administrator adds with one click. */
export const fieldSets = { purchase, insurance, equipment, vehicle, safety } satisfies Record<
  string,
  FieldSet
>
export type SetName = keyof typeof fieldSets
export const setNames = Object.keys(fieldSets) as [SetName, ...SetName[]]
