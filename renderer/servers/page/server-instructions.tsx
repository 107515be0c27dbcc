import { useEffect, useState } from 'react'
import { isPinned, instructionsItem } from '../../../shared/state/pins.ts'
import { useHost, useLink, useSession } from '../../state/replica.ts'
import { strings } from '../../strings/strings.ts'
import { problemOf, useAction } from '../../state/action.ts'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { Switch } from '../../ui/fields/field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './server-instructions.module.css'
import type { ServerSummary } from '../../state/servers/summary.ts'

const words = strings.prompts.instructions

/** Characters of the instructions before they are folded. */
const shownCharacters = 600

type InstructionsProps = { server: ServerSummary; hash: string }

/** What a server wants models to know, and whether they are given it: only as the person read it here. */
export function ServerInstructions({ server: { id, name }, hash }: InstructionsProps) {
  const link = useLink()
  const pins = useHost((state) => state.pins[id])
  const guided = useHost((state) => state.guided[id])
  const isReadOnly = useSession()?.right === 'read'
  const share = useAction((on: boolean) => link.call('shareInstructions', { server: id, hash, share: on }))
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

/** The stored text of instructions. */
function useInstructions(hash: string): Text {
  const link = useLink()
  const [known, setKnown] = useState<{ hash: string; text: Text }>()
  useEffect(() => {
    let isCurrent = true
    const keep = (text: Text): void => {
      if (isCurrent) setKnown({ hash, text })
    }
    link.call('getDefinition', { hash }).then(
      ({ definition: { instructions } }) =>
        keep({ state: 'ready', text: typeof instructions === 'string' ? instructions : '' }),
      (error: unknown) => keep({ state: 'failed', problem: problemOf(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [link, hash])
  return known?.hash === hash ? known.text : { state: 'loading' }
}
