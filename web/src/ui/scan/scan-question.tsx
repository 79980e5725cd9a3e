import { Button, Code, Text } from '@mantine/core'
import type { Doubt } from '#kernel/scanner/scan-doubt.ts'
import { answerDoubt, type DoubtfulScan } from '#kernel/scanner/scans.ts'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'

const reasons: Record<Doubt, (read: { count: string }) => string> = {
  odd: m.scan_doubt_odd,
  length: m.scan_doubt_length,
  pause: m.scan_doubt_pause,
}

/** A form may show its own question at the same time. */
const aboveDialogs = 350

export function ScanQuestion({ asked }: { asked: DoubtfulScan }) {
  const { code, doubt } = asked
  return (
    <Dialog zIndex={aboveDialogs} title={m.scan_doubt_title()} onClose={() => answerDoubt(asked, false)}>
      <Code block fz="md" mb="sm">
        {code}
      </Code>
      <Text>{reasons[doubt]({ count: String([...code].length) })}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {m.scan_doubt_hint()}
      </Text>
      <DialogButtons>
        <Button variant="default" onClick={() => answerDoubt(asked, true)}>
          {m.scan_doubt_use()}
        </Button>
        <Button onClick={() => answerDoubt(asked, false)} data-autofocus>
          {m.scan_doubt_again()}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
