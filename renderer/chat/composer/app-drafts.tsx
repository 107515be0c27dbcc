import { useEffect, useEffectEvent, useState } from 'react'
import type { AppDraft } from '../../../shared/state/app-work.ts'
import { useInOrder } from '../../state/action.ts'
import { appText } from '../../state/composer/message-drafts.ts'
import { useAppMarks } from '../../state/composer/app-marks.ts'
import { useLink } from '../../state/replica.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { appWork } from '../../strings/conversation/app-work.ts'
import { armingMs } from '../../ui/arming/arming.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { focusPage } from '../../ui/page/focus-page.ts'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import barStyles from './composer.module.css'
import styles from './app-drafts.module.css'
import type { ComposerModel } from './use-composer.ts'

const words = appWork.drafts

/** Max characters of a draft beside the composer before it is collapsed. */
const shownCharacters = 240

type AppDraftsProps = {
  conversation: string
  open: AppDraft[]
  composer: ComposerModel
  /** The message field is on screen. */
  isWriting: boolean
  /** There is a model to write to. */
  hasModel: boolean
  /** Shows the message field. */
  onWrite(): void
}

/**
 * Messages by apps of servers: one goes into an empty message, with a mark; the others wait beside it. Only
 * the user sends.
 */
export function AppDraftsBar({ conversation, open, composer, isWriting, hasModel, onWrite }: AppDraftsProps) {
  const { placeOf, take, remove, problem } = usePlaced(conversation, open, composer, isWriting)
  return (
    <ul className={styles.list} aria-label={words.list}>
      {open.map((draft) => {
        const place = placeOf(draft.id)
        if (place !== 'beside' && !isWriting) return null
        return (
          <OneDraft
            key={draft.id}
            draft={draft}
            place={place}
            hasModel={hasModel}
            onTake={() => {
              onWrite()
              take(draft)
              requestAnimationFrame(focusPage)
            }}
            onRemove={() => {
              remove(draft.id)
              requestAnimationFrame(focusPage)
            }}
          />
        )
      })}
      {problem !== undefined && <li role="status">{words.notRemoved(problem)}</li>}
    </ul>
  )
}

/** Which drafts are in the text; puts the first one there while nothing else is. */
function usePlaced(conversation: string, open: AppDraft[], composer: ComposerModel, isWriting: boolean) {
  const link = useLink()
  const [marks, setMarks] = useAppMarks(conversation)
  const [unwanted, setUnwanted] = useState<string[]>([])
  const removing = useInOrder((draft: string) => link.call('removeAppDraft', { conversation, draft }))
  const { text, hasContent, isSending, denial } = composer
  const isFree = isWriting && !hasContent && !isSending && denial === undefined
  const take = (draft: AppDraft): void => {
    appText.armedAt = Date.now() + armingMs.once
    setMarks([...marks.filter(({ id }) => id !== draft.id), { id: draft.id, text: draft.text }])
    composer.setText(text.trim() === '' ? draft.text : `${text}\n\n${draft.text}`)
  }
  const remove = (id: string): void => {
    setUnwanted((ids) => [...ids, id])
    void removing.run(id)
    const mark = marks.find((it) => it.id === id)
    if (!mark) return
    setMarks(marks.filter((it) => it !== mark))
    composer.setText(text.replace(mark.text, () => '').trim())
  }
  const settle = useEffectEvent((_now: unknown) => {
    const there = marks.filter(({ id }) => open.some((draft) => draft.id === id))
    const gone = marks.find((mark) => !there.includes(mark))
    if (gone) {
      // Sent or removed in another window.
      setMarks(there)
      if (text === gone.text) composer.setText('')
    } else if (text === '' && !isSending) for (const { id } of marks) remove(id)
    const next = open.find(({ id }) => !unwanted.includes(id))
    if (isFree && marks.length === 0 && next) take(next)
  })
  // oxlint-disable-next-line react/set-state-in-effect -- the text and the host's list change apart from each other
  useEffect(() => settle({ open, text, isFree, isSending }), [open, text, isFree, isSending])
  const placeOf = (id: string): Place => {
    const mark = marks.find((it) => it.id === id)
    return mark ? (text.includes(mark.text) ? 'in-text' : 'changed') : 'beside'
  }
  return { placeOf, take, remove, problem: removing.problem }
}

/** Where a draft is: in the text as it came, in the text with the user's changes, or beside it. */
type Place = 'in-text' | 'changed' | 'beside'

type OneDraftProps = { draft: AppDraft; place: Place; hasModel: boolean; onTake(): void; onRemove(): void }

function OneDraft({ draft: { server, text }, place, hasModel, onTake, onRemove }: OneDraftProps) {
  const from = useServerName(server)
  const isBeside = place === 'beside'
  const who = <Phrase text={words.places[place]} slots={{ server: <bdi>{from}</bdi> }} />
  return (
    <li className={classes(barStyles.bar, styles.draft)} data-app-draft={place}>
      <ServerSeal server={server} />
      <span className={styles.words} role="status">
        {who}
      </span>
      {place !== 'changed' && (
        <span className={styles.actions}>
          {isBeside && (
            <Button size="sm" unavailable={hasModel ? undefined : words.noModel} onClick={onTake}>
              {words.take}
            </Button>
          )}
          <Button size="sm" kind="ghost" aria-label={words.removeOf(from)} onClick={onRemove}>
            {words.remove}
          </Button>
        </span>
      )}
      {isBeside && (
        <div className={styles.text}>
          <Ext from={from}>
            <Plain text={text} limit={shownCharacters} />
          </Ext>
        </div>
      )}
    </li>
  )
}
