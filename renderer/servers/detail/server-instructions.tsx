import { consentOf } from '../../../shared/state/consents.ts'
import { isPinned, instructionsItem } from '../../../shared/state/pins.ts'
import { useHost, useLink, useSession } from '../../state/replica.ts'
import { prompts } from '../../strings/prompts.ts'
import { useInOrder } from '../../state/action.ts'
import { useQuery } from '../../state/query.ts'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { Switch } from '../../ui/fields/field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './server-instructions.module.css'
import type { ServerSummary } from '../../state/servers/summary.ts'

const words = prompts.instructions

/** Characters of the instructions before they collapse. */
const shownCharacters = 600

type InstructionsProps = { server: ServerSummary; hash: string }

/** A server's instructions for models, and whether models get them: only in the version the user read here. */
export function ServerInstructions({ server: { id, name }, hash }: InstructionsProps) {
  const link = useLink()
  const pins = useHost((state) => consentOf(state, id).pins)
  const guided = useHost((state) => consentOf(state, id).guided)
  const isReadOnly = useSession()?.right === 'read'
  const share = useInOrder((on: boolean) => link.call('shareInstructions', { server: id, hash, share: on }))
  const text = useInstructions(hash)
  const waits = isPinned(pins, instructionsItem, hash)
    ? undefined
    : pins && Object.hasOwn(pins, instructionsItem)
      ? 'changed'
      : 'new'
  const isShared = guided === hash && waits === undefined
  return (
    <>
      {text.state === 'loading' && <Loading what={words.loading} />}
      {text.state === 'failed' && <Note kind="no">{text.problem}</Note>}
      {text.state === 'ready' && (
        <Ext from={name} note={words.what}>
          <Plain text={text.text} limit={shownCharacters} />
        </Ext>
      )}
      <div className={styles.choice}>
        <Switch
          checked={isShared}
          label={words.share(name)}
          unavailable={
            isReadOnly ? words.readOnly : text.state === 'ready' ? waits && words.waits[waits] : words.loading
          }
          onChange={(on) => void share.run(on)}
        />
        <p>
          {waits
            ? words.waits[waits]
            : isShared
              ? words.given
              : guided === undefined
                ? words.notGiven
                : words.changedSince}
        </p>
      </div>
      {share.problem !== undefined && <Note kind="no">{share.problem}</Note>}
    </>
  )
}

type Text = { state: 'loading' } | { state: 'failed'; problem: string } | { state: 'ready'; text: string }

/** The instructions' stored text. */
function useInstructions(hash: string): Text {
  const { answer, problem, isCurrent } = useQuery('getDefinition', { hash })
  if (!isCurrent) return { state: 'loading' }
  if (problem !== undefined) return { state: 'failed', problem }
  const text = answer?.definition['instructions']
  return { state: 'ready', text: typeof text === 'string' ? text : '' }
}
