import { useEffect, useId, useRef, useState } from 'react'
import { useReplica } from '../../state/replica.ts'
import { strings } from '../../strings/strings.ts'
import { Arguments } from '../../ui/json/arguments.tsx'
import { Button } from '../../ui/button.tsx'
import { Claims } from '../../ui/third-party/claims.tsx'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { AskedBecause, ChangedDefinition } from '../approval/approval-reasons.tsx'
import { showAsk, useArrival, useMovingOn } from '../frame/ask-focus.ts'
import { AskTitle } from '../frame/ask-frame.tsx'
import { FlowLegend } from '../approval/flow-legend.tsx'
import type { ApprovalAsk, Choice } from './plan.ts'
import styles from './plan.module.css'
import { Sends } from '../approval/sends.tsx'
import { useOnScreen } from '../../ui/arming/use-armed.ts'
import { usePassages } from '../approval/use-passages.ts'

const words = strings.plan
const { deny, allow } = words.choices

type PlanItemProps = {
  ask: ApprovalAsk
  /** Its position among the message's calls, from 1. */
  at: number
  choice: Choice
  /** The first item's focus target is the plan's answers. */
  isFirst: boolean
  onChoose(ask: string, choice: Choice): void
  /** Called when all of it has been on screen. */
  onSeen(ask: string): void
  onLeave: (() => void) | undefined
}

/** One call of a plan. Calls to be allowed are expanded. */
export function PlanItem({ ask, at, choice, isFirst, onChoose, onSeen, onLeave }: PlanItemProps) {
  const { question } = ask
  const name = useServerName(question.server)
  const title = question.title ?? question.tool
  const [wasOpened, setOpened] = useState(false)
  const id = useId()
  const row = useRef<HTMLLIElement>(null)
  const replica = useReplica()
  const isPlanLeft = (): boolean => replica.state.asks.some(({ operation }) => operation?.turn === ask.operation?.turn)
  useMovingOn(ask, () => row.current?.contains(document.activeElement) === true && isPlanLeft())
  const isOpen = wasOpened || choice === 'allow'
  const carries = question.flows?.reduce((sum, { start, end }) => sum + end - start, 0)
  return (
    <li ref={row} className={styles.item} data-ask={ask.id}>
      {!isFirst && <Arrival ask={ask.id} arrive={() => focusItem(row.current)} />}
      <div className={styles.row}>
        <span className={styles.number}>{words.number(at)}</span>
        <span className={styles.name}>
          <ServerSeal server={question.server} />
          <b>{name}</b>
          <span className={styles.separator}>›</span>
          <span className={styles.title}>
            <AskTitle title={head(title, 60)} from={question.title === undefined ? undefined : name} />
          </span>
          <Claims from={name} claims={question.claims} />
        </span>
        <Segments
          role="radiogroup"
          label={words.choiceOf(at, name, plainLabel(title))}
          items={[deny, allow]}
          value={choice === 'allow' ? allow : deny}
          onChange={(chosen) => onChoose(ask.id, chosen === allow ? 'allow' : 'deny')}
        />
      </div>
      <div className={styles.content}>
        <p className={styles.sentence}>
          <Sends question={question} arguments={question.arguments} />{' '}
          {carries === undefined ? words.sourceUnknown : carries > 0 && <em>{words.fromElsewhere(carries)}</em>}
        </p>
        <AskedBecause question={question} name={name} />
        {choice === 'deny' && (
          <Button
            size="sm"
            kind="ghost"
            icon={isOpen ? 'chevron-down' : 'chevron-right'}
            className={styles.show}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpened(!wasOpened)}
          >
            {isOpen ? words.hide : carries ? words.showWithSource : words.show}
          </Button>
        )}
        <div id={id} hidden={!isOpen}>
          {isOpen && <Opened ask={ask} name={name} onSeen={() => onSeen(ask.id)} onLeave={onLeave} />}
        </div>
      </div>
    </li>
  )
}

type OpenedProps = Pick<PlanItemProps, 'ask' | 'onLeave'> & { name: string; onSeen(): void }

/** Everything a call's question shows, and its end. */
function Opened({ ask: { question, contentHash }, name, onSeen, onLeave }: OpenedProps) {
  const { arguments: value, flows = none, server, description } = question
  const [areArgumentsWhole, hearArguments] = useState(false)
  const [isDiffWhole, hearDiff] = useState(question.changedFrom === undefined)
  const [endRef, isEndOnScreen] = useOnScreen<HTMLDivElement>()
  const isSeen = areArgumentsWhole && isDiffWhole && isEndOnScreen
  useEffect(() => {
    if (isSeen) onSeen()
  }, [isSeen, onSeen])
  return (
    <div className={styles.opened}>
      <ChangedDefinition question={question} name={name} onWhole={hearDiff} />
      <Ext from={name} note={words.noteOfDescription}>
        <Plain text={description || words.noDescription} limit={200} />
      </Ext>
      <Arguments
        key={contentHash}
        value={value}
        filled={question.filled}
        passages={usePassages(flows)}
        onWhole={hearArguments}
      />
      <FlowLegend flows={flows} server={server} onLeave={onLeave} />
      <div ref={endRef} className={styles.end} />
    </div>
  )
}

const none: [] = []

function Arrival({ ask, arrive }: { ask: string; arrive(): void }) {
  useArrival(ask, arrive)
  return null
}

/** Scrolls a plan's call into view and focuses the choice made for it. */
export function focusItem(item: Element | null | undefined): void {
  item?.querySelector<HTMLElement>('[role=radio][aria-checked=true]')?.focus({ preventScroll: true })
  showAsk(item)
}
