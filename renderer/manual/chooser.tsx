import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { href } from '../state/routes.ts'
import { useHost } from '../state/replica.ts'
import { manual } from '../strings/manual.ts'
import { Button } from '../ui/button.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { AddPlayground, useHasPlayground } from '../ui/servers/add-playground.tsx'
import { Icon } from '../ui/icon.tsx'
import { useFocusOnArrival } from '../ui/page/focus-page.ts'
import { ServerSeal } from '../ui/seal.tsx'
import styles from './chooser.module.css'
import type { Filled } from '../state/forms/desk.ts'
import { isDeprecated, offeredTools, sameTools, type CallableTool } from '../state/callable-tools.ts'

const words = manual.chooser

type ChooserProps = {
  /** Forms filled in here before. */
  recent: Filled[]
  hasModel: boolean
  /** Stops this conversation's running turn; absent if none runs. */
  stop: (() => void) | undefined
  /** The choice of a model. */
  model: ReactNode
  /** Opens the search over all tools, with the text typed so far. */
  onBrowse(typed?: string): void
  onChoose(one: CallableTool): void
  onWrite(): void
}

/** How many tools are offered without a search. */
const mostOffered = 4

/** Takes the composer's place before a tool is chosen. */
export function Chooser({ recent, hasModel, stop, model, onBrowse, onChoose, onWrite }: ChooserProps) {
  const open = useRef<HTMLButtonElement>(null)
  useFocusOnArrival(open)
  const tools = useHost(offeredTools, sameTools)
  const hasPlayground = useHasPlayground()
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, nativeEvent } = event
    if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey || nativeEvent.isComposing) return
    event.preventDefault()
    onBrowse(key)
  }
  const servers = new Set(tools.map(({ server }) => server)).size
  return (
    <section className={styles.chooser} aria-label={words.label}>
      <button
        ref={open}
        type="button"
        data-composer
        className={styles.open}
        onClick={() => onBrowse()}
        onKeyDown={onKeyDown}
      >
        <Icon name="search" />
        <span>{words.choose}</span>
        <span className={styles.count}>
          {tools.length === 0 ? words.noneReady : words.ready(tools.length, servers)}
        </span>
      </button>
      <Offers tools={offers(tools, recent)} onChoose={onChoose} />
      <div className={styles.foot}>
        {stop && (
          <Button icon="stop" onClick={stop}>
            {words.stop}
          </Button>
        )}
        {hasModel ? (
          <>
            <span className={styles.words}>{words.modelSeesLater}</span>
            <Button kind="ghost" icon="message" onClick={onWrite}>
              {words.write}
            </Button>
          </>
        ) : (
          <>
            <span className={styles.words}>
              <b>{words.noModel}</b> {words.youSee}
            </span>
            {tools.length > 0 ? (
              <a href={href({ page: 'settings' })}>{words.connectModel}</a>
            ) : (
              !hasPlayground && <AddPlayground kind="primary" />
            )}
          </>
        )}
        {model}
      </div>
    </section>
  )
}

function Offers({ tools, onChoose }: { tools: CallableTool[]; onChoose(one: CallableTool): void }) {
  if (tools.length === 0) return null
  return (
    <ul className={styles.offers} aria-label={words.offers}>
      {tools.map((one) => (
        <li key={`${one.server} ${one.tool.name}`}>
          <button type="button" className={styles.offer} onClick={() => onChoose(one)}>
            <ServerSeal server={one.server} size={14} />
            <span className="sr">{one.serverName}: </span>
            <span className="trunc">{plainLabel(one.tool.title ?? one.tool.name, 40)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Tools used here last, then the first ones that claim to change nothing and aren't called deprecated. */
export function offers(tools: CallableTool[], recent: Filled[]): CallableTool[] {
  const used = recent.flatMap(
    (filled) => tools.find(({ server, tool }) => server === filled.server && tool.name === filled.tool) ?? [],
  )
  const others = tools.filter((one) => !used.includes(one) && one.tool.claims.readOnly && !isDeprecated(one))
  return [...used, ...others].slice(0, mostOffered)
}
