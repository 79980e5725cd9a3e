import type { Certificate, Signature } from '@ats/contract/certificates/certificates.ts'
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber, formatTime } from '#kernel/words/format.ts'
import { m } from '#texts'
import { PrintedFacts } from '#ui/print/print-screen.tsx'
import { QrCode } from '#ui/print/qr-code.tsx'
import { DiscrepancyTable, RoomTable } from './certificate-tables.tsx'
import { accuracyOf, pathOf, roleTexts } from './certificate-words.ts'
import classes from './certificates.module.css'
import { Strokes } from './signature-pad.tsx'

type Shown = { certificate: Certificate }

/** What is printed. Everything but names comes from the frozen content. */
export function CertificateSheet({ certificate }: Shown) {
  const { content, number, address, replacedBy, textsIntact } = certificate
  return (
    <article className={classes.sheet}>
      <div className={classes.top}>
        <div>
          <PrintedFacts scope={pathOf(content.placeNames)}>{number}</PrintedFacts>
          {replacedBy !== null && <Alert>{m.cert_replaced_by({ number: replacedBy.number })}</Alert>}
          {content.replaces !== null && <p>{m.cert_replaces({ number: content.replaces.number })}</p>}
          {!textsIntact && <Alert>{m.cert_texts_redacted()}</Alert>}
          <Facts certificate={certificate} />
        </div>
        <QrCode text={address} label={m.cert_qr()} className={classes.qr} />
      </div>
      <Figures certificate={certificate} />
      <Limits certificate={certificate} />
      <RoomTable content={content} />
      <DiscrepancyTable certificate={certificate} />
      <Signatures signatures={certificate.signatures} />
      <Proof certificate={certificate} />
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || m.common_not_given()}</dd>
    </div>
  )
}

function Facts({ certificate: { content, texts, people } }: Shown) {
  const { method, startedAt, reviewedAt, approvedAt, countedBy, approvedBy, plannedBy } = content
  const names = (ids: readonly string[]) => ids.map((id) => people[id] ?? id).join(', ')
  const ways = [
    m.cert_method_devices({ count: formatNumber(method.devices) }),
    m.cert_method_fixed({ count: formatNumber(method.fixedReaders) }),
    m.cert_method_hand({ count: formatNumber(method.byHand) }),
    method.blind ? m.cert_method_blind() : m.cert_method_open(),
  ]
  return (
    <dl className={classes.facts}>
      <Fact name={m.cert_inventory()}>{content.inventory}</Fact>
      <Fact name={m.cert_period()}>
        {formatTime(startedAt)} – {formatTime(reviewedAt)}
      </Fact>
      <Fact name={m.cert_method()}>{ways.join(' · ')}</Fact>
      <Fact name={m.cert_planned_by()}>{names([plannedBy])}</Fact>
      <Fact name={m.cert_counted_by()}>{names(countedBy)}</Fact>
      <Fact name={m.cert_present()}>{texts.custodians.join(', ')}</Fact>
      <Fact name={m.cert_approved_by()}>
        {names([approvedBy])}, {formatTime(approvedAt)}
      </Fact>
    </dl>
  )
}

function Figures({ certificate: { content } }: Shown) {
  const { expected, found, misplaced, outside, binned, unknown, open } = content.figures
  const { presence, location } = accuracyOf(content.figures)
  const figures: [string, string][] = [
    [m.cert_expected(), formatNumber(expected)],
    [m.cert_found(), formatNumber(found)],
    [m.cert_missing(), formatNumber(expected - found)],
    [m.cert_excess(), formatNumber(outside + binned + unknown)],
    [m.cert_misplaced(), formatNumber(misplaced)],
    [m.cert_open(), formatNumber(open)],
    [m.cert_presence(), presence],
    [m.cert_location(), location],
  ]
  return (
    <dl className={classes.figures} aria-label={m.cert_figures()}>
      {figures.map(([name, figure]) => (
        <Fact key={name} name={name}>
          {figure}
        </Fact>
      ))}
    </dl>
  )
}

/** What the certificate does not prove. */
function Limits({ certificate: { content, texts, people } }: Shown) {
  const devices = content.devicesLeftOut.map(({ deviceId, unsent }) =>
    m.cert_device_unsent({ device: texts.devices[deviceId] ?? deviceId, count: formatNumber(unsent) }),
  )
  return (
    <section>
      <h2>{m.cert_limits()}</h2>
      <dl className={classes.facts}>
        <Fact name={m.cert_not_covered()}>
          {[formatNumber(content.notCovered), texts.notCovered].filter(Boolean).join(' · ')}
        </Fact>
        <Fact name={m.cert_devices_left_out()}>{devices.join(', ') || formatNumber(0)}</Fact>
        <Fact name={m.cert_recounts()}>{formatNumber(content.recounts)}</Fact>
        {content.mustCount !== null && (
          <Fact name={m.cert_must_count()}>{`${formatNumber(content.mustCount)} %`}</Fact>
        )}
        {content.exception !== null && (
          <Fact name={m.inventory_exception()}>
            {m.inventory_exception_text({
              by: people[content.exception.by] ?? '',
              for: people[content.exception.for] ?? '',
              reason: texts.exceptionReason ?? '',
            })}
          </Fact>
        )}
        {texts.openReason !== null && <Fact name={m.inventory_open_reason_given()}>{texts.openReason}</Fact>}
        {texts.reason !== null && <Fact name={m.cert_reason()}>{texts.reason}</Fact>}
        {texts.remarks !== '' && <Fact name={m.cert_remarks()}>{texts.remarks}</Fact>}
      </dl>
    </section>
  )
}

function Signatures({ signatures }: { signatures: readonly Signature[] }) {
  return (
    <section className={classes.signatures}>
      <h2>{m.cert_signatures()}</h2>
      {signatures.length === 0 && <p>{m.cert_unsigned()}</p>}
      <ul>
        {signatures.map(({ _id, role, name, drawing, signedAt, withSecondFactor, byLink }) => (
          <li key={_id}>
            {drawing !== null && <Strokes drawing={drawing} label={m.cert_drawing_of({ name })} />}
            <strong>{name}</strong>
            <div>
              {[
                roleTexts[role](),
                formatTime(signedAt),
                withSecondFactor && m.cert_with_factor(),
                byLink && m.cert_by_link(),
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Proof({ certificate: { hash, content, entryId, entrySeal, address } }: Shown) {
  return (
    <section className={classes.proof}>
      <h2>{m.cert_proof()}</h2>
      <dl className={classes.facts}>
        <Fact name={m.cert_hash()}>{hash}</Fact>
        <Fact name={m.cert_entry()}>{String(entryId)}</Fact>
        <Fact name={m.cert_entry_seal()}>
          {entrySeal === null ? m.cert_seal_soon() : `${entrySeal.number} · ${entrySeal.hash}`}
        </Fact>
        {content.seal !== null && (
          <Fact name={m.cert_seal_before()}>{`${content.seal.number} · ${content.seal.hash}`}</Fact>
        )}
        <Fact name={m.cert_address()}>{address}</Fact>
      </dl>
    </section>
  )
}
