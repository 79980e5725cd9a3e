import { lazyPart } from '#ui/lazy/part.tsx'

/** Public exports for other features: the certificates of an inventory. A screen works without them. */
export const CertificatesSection = lazyPart(
  async () => (await import('./certificates-section.tsx')).CertificatesSection,
  { failed: () => null },
)
