import { useCallback, useEffect, useRef, useState } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { isChangedDefinition } from '../../../shared/state/pins.ts'
import { useHost } from '../../state/replica.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { inbox } from '../../strings/inbox/inbox.ts'
import { Button } from '../../ui/button.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Sentence } from '../frame/ask-body.tsx'
import type { AskOfKindProps } from '../frame/ask-frame.tsx'
import { DecisionAsk } from '../frame/decision-ask.tsx'
import { DefinitionItem } from './definition-item.tsx'
import { definitionsInWords, reviewSubject } from './definition-words.ts'
import styles from './definitions.module.css'
import { useAnswering } from '../frame/use-answering.ts'

const words = inbox.definitions

type DefinitionsAsk = Extract<Ask, { kind: 'definitions' }>
type DefinitionsProps = Omit<AskOfKindProps, 'ask' | 'child'> & { ask: DefinitionsAsk }

/** How many start open. */
const openAtOnce = 3

/** Can models see and use these definitions? Unselected ones stay off; changed and suspicious ones start unselected. */
export function Definitions({ ask, onLeave, onRefused }: DefinitionsProps) {
  const { server, items } = ask.question
  const name = useServerName(server)
  const passport = useHost((state) => consentOf(state, server).passport?.fingerprint)
  const list = useRef<HTMLUListElement>(null)
  const { chosen, choose, opened, toggle, open, seen, see } = useReviewed(items)
  const accepted = items.flatMap(({ item }) => (chosen.has(item) ? [item] : []))
  const unseen = accepted.filter((item) => !seen.has(item))
  const answering = useAnswering(ask, onRefused, {
    content: [ask.contentHash, ...accepted].join(' '),
    obstacle: accepted.length === 0 ? words.noneChosen : unseen.length > 0 ? words.unseen(unseen.length) : undefined,
  })
  const { answer, reportWhole } = answering
  const isAllSeen = unseen.length === 0
  useEffect(() => reportWhole(isAllSeen), [reportWhole, isAllSeen])
  const [nextUnread] = items.length > openAtOnce ? unseen : []
  const goToNext = (): void => {
    if (nextUnread === undefined) return
    const place = opened.has(nextUnread) ? 'end' : 'start'
    open([nextUnread])
    requestAnimationFrame(() => showItem(list.current, nextUnread, place))
  }
  return (
    <DecisionAsk
      ask={ask}
      answering={answering}
      from={name}
      title={words.title(definitionsInWords(items))}
      onLeave={onLeave}
      safe={{
        label: items.length === 1 ? words.keepOff : words.keepAllOff,
        give: () => void answer({ decision: 'keep-off', items: [] }),
      }}
      consent={
        accepted.length === 0
          ? undefined
          : {
              label: words.accept(accepted.length, items.length),
              give: () => void answer({ decision: 'accept', items: accepted }),
            }
      }
      other={
        nextUnread !== undefined && (
          <Button kind="ghost" keys="N" onClick={goToNext}>
            {words.nextUnread}
          </Button>
        )
      }
      keys={{ n: goToNext }}
      unread={words.unread}
      otherwise={words.otherwise}
    >
      <Sentence>
        <Phrase text={reviewSubject(items)} slots={{ server: <b>{name}</b> }} />
      </Sentence>
      {items.length > openAtOnce && (
        <div className="row wrap">
          <Button size="sm" onClick={() => open(items.map(({ item }) => item))} icon="chevron-down">
            {words.openAll(items.length)}
          </Button>
          <Button size="sm" kind="ghost" onClick={() => choose(accepted.length > 0 ? [] : unsuspicious(items))}>
            {accepted.length > 0 ? words.chooseNone : words.chooseAll}
          </Button>
        </div>
      )}
      <ul ref={list} className={styles.list} aria-label={words.list}>
        {items.map((one) => (
          <DefinitionItem
            key={one.item}
            one={one}
            from={name}
            passport={passport}
            isChosen={chosen.has(one.item)}
            isOpen={opened.has(one.item)}
            onChoose={choose}
            onToggle={toggle}
            onSeen={see}
          />
        ))}
      </ul>
    </DecisionAsk>
  )
}

type Items = DefinitionsAsk['question']['items']

const unsuspicious = (items: Items): string[] =>
  items.flatMap(({ item, suspicions }) => (suspicions.length === 0 ? [item] : []))

/** The items that start selected: new ones that don't differ from a passport. */
const unremarkable = (items: Items): string[] => unsuspicious(items.filter((one) => !isChangedDefinition(one)))

/** Which items are selected, open, and read to the end. */
function useReviewed(items: Items) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(unremarkable(items)))
  const names = items.map(({ item }) => item)
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(items.length > openAtOnce ? [] : names))
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set())
  const choose = useCallback(
    (what: string | string[]) => setChosen((now) => (typeof what === 'string' ? switched(now, what) : new Set(what))),
    [],
  )
  const toggle = useCallback((item: string) => setOpened((now) => switched(now, item)), [])
  const see = useCallback((item: string) => setSeen((now) => (now.has(item) ? now : new Set([...now, item]))), [])
  const open = (these: string[]): void => setOpened((now) => new Set([...now, ...these]))
  return { chosen, choose, opened, toggle, open, seen, see }
}

/** Scrolls an item's start or end into view and focuses its toggle. */
function showItem(list: HTMLElement | null, item: string, place: 'start' | 'end'): void {
  const row = list?.querySelector<HTMLElement>(`[data-item="${CSS.escape(item)}"]`)
  row?.querySelector('button')?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: place })
}

function switched(set: ReadonlySet<string>, item: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}
