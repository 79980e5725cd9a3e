export const fullName = ({ name, lastname }: { name: string; lastname: string }) =>
  `${name} ${lastname}`.trim()
