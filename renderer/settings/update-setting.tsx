import type { ReactNode } from 'react'
import type { Releases } from '../../shared/events/release-events.ts'
import { openOutside } from '../state/carriers/open-outside.ts'
import { useAction, useInOrder } from '../state/action.ts'
import { useHost, useLink } from '../state/replica.ts'
import { formatMoment } from '../strings/format/time.ts'
import { settings } from '../strings/settings.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/fields/field.tsx'
import { Segments } from '../ui/fields/segments.tsx'
import { LabelledSetting } from '../ui/fields/setting.tsx'
import { Note } from '../ui/note.tsx'
import { Ext, Plain } from '../ui/third-party/ext.tsx'

const words = settings.about.updates

/** Whether Atrium looks for newer versions, and what it found. */
export function UpdateSetting({ block }: { block: string | undefined }) {
  const link = useLink()
  const chosen = useHost((state) => state.configured.settings.updates)
  const known = useHost((state) => state.releases)
  const change = useInOrder((updates: keyof typeof words.values) => link.call('changeSettings', { updates }))
  const look = useAction(() => link.call('lookForRelease', {}))
  if (known?.host === undefined)
    return (
      <LabelledSetting title={words.title}>
        <p>{words.unknown}</p>
      </LabelledSetting>
    )
  return (
    <LabelledSetting title={words.title} help={words.help(known.host)}>
      <Segments
        label={words.title}
        role="radiogroup"
        items={[words.values.daily, words.values.never]}
        value={words.values[chosen ?? 'never']}
        unavailable={block}
        onChange={(value) => void change.run(value === words.values.daily ? 'daily' : 'never')}
      />
      {change.problem !== undefined && <FieldError>{change.problem}</FieldError>}
      <Found {...known} />
      <Button busy={look.busy} onClick={() => void look.run()}>
        {look.busy ? words.checking : words.check}
      </Button>
      {look.problem !== undefined && look.problem !== known.look?.problem && <FieldError>{look.problem}</FieldError>}
    </LabelledSetting>
  )
}

/** The last look: what it found, or why it failed. */
function Found({ look }: Releases): ReactNode {
  if (!look) return <p role="status">{words.never}</p>
  const { newer, problem } = look
  const when = formatMoment(look.at)
  return (
    <>
      {problem !== undefined && (
        <Note kind="no">
          {problem} {words.failedAt(when)}
        </Note>
      )}
      {newer ? (
        <>
          <p role="status">{words.newer(newer.version)}</p>
          {newer.notes !== '' && (
            <section aria-label={words.whatIsNew(newer.version)}>
              <Ext from={words.publisher}>
                <Plain text={newer.notes} limit={800} />
              </Ext>
            </section>
          )}
          <Button onClick={() => openOutside(newer.page)}>{words.open}</Button>
        </>
      ) : (
        problem === undefined && <p role="status">{words.current(when)}</p>
      )}
    </>
  )
}
