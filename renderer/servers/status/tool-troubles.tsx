import type { LeftOut as Left } from '../../../shared/events/offer-events.ts'
import { mostTools, usualTools } from '../../../shared/config/server-config.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { Button } from '../../ui/button.tsx'
import { ExtInline } from '../../ui/third-party/ext.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Note } from '../../ui/note.tsx'
import { Incomplete } from './incomplete.tsx'
import { useConfigChange } from '../../state/servers/use-config-change.ts'
import { toolsAreMissing, type ServerSummary } from '../../state/servers/summary.ts'
import styles from './tool-troubles.module.css'

const words = serverTools.troubles

/** How many unusable tools are named at once. */
const namedAtOnce = 5

/** The tools beyond the limit, and a way to raise it. */
function LeftOut({ server: { id, name, config, state }, leftOut }: { server: ServerSummary; leftOut: Left }) {
  const block = useAdminBlock()
  const all = Object.keys(state.tools).length + leftOut.count
  const raise = useConfigChange(id)
  return (
    <>
      <Fold label={words.leftOut(leftOut.count)}>
        <ExtInline from={name} text={leftOut.names.join(', ')} limit={10_000} />
        {leftOut.count > leftOut.names.length && ` ${words.more(leftOut.count - leftOut.names.length)}`}
      </Fold>
      {state.lacks === 'room' && config && (config.mostTools ?? usualTools) < mostTools && (
        <Button
          size="sm"
          busy={raise.busy}
          unavailable={block}
          onClick={() => void raise.run((now) => ({ ...now, mostTools: Math.min(all, mostTools) }))}
        >
          {words.makeRoom(Math.min(all, mostTools))}
        </Button>
      )}
      {raise.problem}
    </>
  )
}

/** The unusable tools in a server's list, and whether the list is complete. */
export function ToolTroubles({ server }: { server: ServerSummary }) {
  const { id, name, state } = server
  const { malformed, incomplete, lacks } = state
  const items = malformed.map(({ name: tool, problem }, index) => (
    <li key={index}>
      <ExtInline from={name} text={tool} /> {problem}
    </li>
  ))
  return (
    <>
      {incomplete !== undefined && (
        <Incomplete server={id} list="tools" lacks={lacks}>
          {toolsAreMissing(state)
            ? words.connectedOnly(incomplete)
            : lacks === 'all'
              ? incomplete
              : `${incomplete} ${words.listedWork}`}
          {state.leftOut && <LeftOut server={server} leftOut={state.leftOut} />}
        </Incomplete>
      )}
      {items.length > 0 && (
        <Note kind="no" quiet>
          <Phrase
            text={items.length === 1 ? words.oneNotOffered : words.severalNotOffered}
            slots={{ unusable: <b>{words.unusable(items.length)}</b> }}
          />
          <ul className={styles.items}>{items.slice(0, namedAtOnce)}</ul>
          {items.length > namedAtOnce && (
            <Fold label={words.more(items.length - namedAtOnce)}>
              <ul className={styles.items}>{items.slice(namedAtOnce)}</ul>
            </Fold>
          )}
        </Note>
      )}
    </>
  )
}
