import { memo, useEffect, useId, useState } from 'react'
import type { Question } from '../../../shared/asks/asks.ts'
import { isChangedDefinition } from '../../../shared/state/pins.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { inbox } from '../../strings/inbox/inbox.ts'
import { classes } from '../../ui/classes.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Checkbox } from '../../ui/fields/field.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { gradeOf } from '../../state/servers/definition-grade.ts'
import { Icon } from '../../ui/icon.tsx'
import { DefinitionView } from '../../ui/json/definition-view.tsx'
import { itemInWords, passportState, suspicionsInWords } from './definition-words.ts'
import styles from './definitions.module.css'
import { useOnScreen } from '../../ui/arming/use-armed.ts'

const words = inbox.definitions

type DefinitionItemProps = {
  one: Question<'definitions'>['items'][number]
  /** The server's display name. */
  from: string
  /** The fingerprint of the passport its server was added with, if any. */
  passport: string | undefined
  isChosen: boolean
  isOpen: boolean
  onChoose(item: string): void
  onToggle(item: string): void
  /** Called when the definition was open and all of it has been on screen. */
  onSeen(item: string): void
}

/** One definition under review: whether it's selected, what is odd about it, and its content on demand. */
export const DefinitionItem = memo(function DefinitionItem(props: DefinitionItemProps) {
  const { one, from, passport, isChosen, isOpen, onChoose, onToggle, onSeen } = props
  const { item, hash, before, suspicions } = one
  const { name, kind } = itemInWords(item)
  const isChanged = isChangedDefinition(one)
  const id = useId()
  return (
    <li className={styles.item} data-item={item}>
      <div className={styles.row}>
        <Checkbox className={styles.check} checked={isChosen} onChange={() => onChoose(item)}>
          <span className="sr">{words.choose(plainLabel(name))}</span>
        </Checkbox>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onToggle(item)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          <code className="breaks medium">
            <Plain text={name} />
          </code>
          {kind !== undefined && <span className={styles.kind}>{kind}</span>}
          <span className={styles.what} data-grade={gradeOf(one)}>
            {isChanged ? words.isChanged : words.isNew}
          </span>
        </button>
      </div>
      {suspicions.length > 0 && (
        <ul className={styles.suspicions}>
          {suspicionsInWords(suspicions).map((sentence) => (
            <li key={sentence}>
              <Icon name="warning" size={14} />
              <span>{sentence}</span>
            </li>
          ))}
        </ul>
      )}
      {passport !== undefined && before === undefined && (
        <p className={styles.passport}>
          <Phrase text={words.passport[passportState(one)]} slots={{ fingerprint: <code>{passport}</code> }} />
        </p>
      )}
      <div id={id} hidden={!isOpen}>
        {isOpen && <Opened before={before} now={hash} from={from} onSeen={() => onSeen(item)} />}
      </div>
    </li>
  )
})

type OpenedProps = { before: string | undefined; now: string; from: string; onSeen(): void }

/** Loads when it scrolls into view, since hundreds can be open at once. */
function Opened({ onSeen, ...definition }: OpenedProps) {
  const [isWhole, setWhole] = useState(false)
  const [startRef, isStartOnScreen] = useOnScreen<HTMLDivElement>()
  const [wasOnScreen, setWasOnScreen] = useState(false)
  if (isStartOnScreen && !wasOnScreen) setWasOnScreen(true)
  const [endRef, isEndOnScreen] = useOnScreen<HTMLDivElement>()
  const isSeen = isWhole && isEndOnScreen
  useEffect(() => {
    if (isSeen) onSeen()
  }, [isSeen, onSeen])
  return (
    <div className={classes(styles.opened, !wasOnScreen && styles.later)}>
      <div ref={startRef} className={styles.end} />
      {wasOnScreen && <DefinitionView {...definition} onWhole={setWhole} />}
      <div ref={endRef} className={styles.end} />
    </div>
  )
}
