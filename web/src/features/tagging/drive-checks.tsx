import type { CheckRate, TaggingDrive } from '@ats/contract/tagging/tagging.ts'
import type { SampledTag } from '@ats/contract/tagging/work.ts'
import { Alert, Button, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { signal } from '#kernel/device/signals.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { useScans } from '#kernel/scanner/scans.ts'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Figures, Loaded } from './figures.tsx'
import classes from './tagging.module.css'
import { driveQuality, driveSamples, useCheck } from './tagging-queries.ts'
import { pathText, rateText } from './tagging-texts.ts'

/** The sample that this person is to check, and the rates of failure. */
export function DriveChecks({ drive }: { drive: TaggingDrive }) {
  return (
    <Stack gap="lg">
      <Loaded query={useQuery(driveSamples(drive._id))}>
        {({ samples, total }) => <Samples drive={drive} samples={samples} total={total} />}
      </Loaded>
      <Loaded query={useQuery(driveQuality(drive._id))}>{(rates) => <Rates rates={rates} />}</Loaded>
    </Stack>
  )
}

type Result = { isRight: boolean; text: string; about: string }
type SamplesProps = { drive: TaggingDrive; samples: readonly SampledTag[]; total: number }

function Samples({ drive, samples, total }: SamplesProps) {
  const [chosenId, choose] = useState<string>()
  const [result, setResult] = useState<Result | null>(null)
  const check = useCheck(drive._id)
  const chosen = samples.find(({ associationId }) => associationId === chosenId)
  const send = async (readTag: string | null) => {
    if (chosen === undefined) return
    const about = `${chosen.assetName} ${chosen.assetTagId}`
    const failed = (error: unknown) => ({ isRight: false, text: messageOf(error, m.tagging_check_failed()) })
    const said = await check({ associationId: chosen.associationId, readTag }).then(
      (reply) => ({ isRight: reply.outcome === 'right', text: messageText(reply) }),
      failed,
    )
    setResult({ ...said, about })
    signal(said.isRight ? 'found' : 'unknown', { sound: true, vibration: true })
    choose(undefined)
  }
  useScans((code) => void send(code))
  return (
    <section aria-label={m.tagging_view_checks()}>
      <Text fw={650}>{counted(total, m.tagging_to_check_one, m.tagging_to_check_other)}</Text>
      <Text size="sm">{m.tagging_check_hint()}</Text>
      {result !== null && (
        <Alert
          mt="sm"
          color={result.isRight ? 'teal' : 'red'}
          role={result.isRight ? 'status' : 'alert'}
          title={result.about}
        >
          <Text size="xl" fw={700}>
            {result.text}
          </Text>
        </Alert>
      )}
      <ul className={classes.samples}>
        {samples.map((sample) => (
          <li key={sample.associationId}>
            <Sample
              sample={sample}
              isChosen={sample.associationId === chosenId}
              onChoose={() => choose(sample.associationId)}
              onNothing={() => void send(null)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type SampleProps = { sample: SampledTag; isChosen: boolean; onChoose: () => void; onNothing: () => void }

function Sample({ sample, isChosen, onChoose, onNothing }: SampleProps) {
  const { assetName, assetTagId, serialNo, placeNames, taggedBy } = sample
  return (
    <div className={classes.sample} data-chosen={isChosen || undefined}>
      <UnstyledButton aria-pressed={isChosen} onClick={onChoose} className={classes.sampleText ?? ''}>
        <b>{assetName}</b> {[assetTagId, serialNo].filter(Boolean).join(' · ')}
        <small>
          {pathText(placeNames)} · {m.tagging_tagged_by({ name: taggedBy })}
        </small>
      </UnstyledButton>
      {isChosen && (
        <>
          <Text fw={650}>{m.tagging_check_scan()}</Text>
          <Button variant="default" onClick={onNothing}>
            {m.tagging_check_nothing()}
          </Button>
        </>
      )}
    </div>
  )
}

const ofTexts: Record<CheckRate['of'], () => string> = {
  all: m.tagging_rate_all,
  scheme: m.tagging_rate_scheme,
  room: m.tagging_room,
  person: m.tagging_person,
}

function Rates({ rates }: { rates: readonly CheckRate[] }) {
  return (
    <Figures
      label={m.tagging_rates()}
      headers={[
        m.tagging_rate_of(),
        m.users_name(),
        m.tagging_tagged(),
        m.tagging_checked(),
        m.tagging_failed(),
        m.tagging_rate(),
      ]}
      rows={rates
        .filter(({ tagged }) => tagged > 0)
        .map(({ of, name, tagged, checked, failed }) => ({
          key: `${of} ${name}`,
          cells: [
            ofTexts[of](),
            name,
            formatNumber(tagged),
            formatNumber(checked),
            formatNumber(failed),
            rateText(failed, checked),
          ],
        }))}
      none={m.tagging_days_none()}
    />
  )
}
