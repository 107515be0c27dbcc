import { useMemo, useState } from 'react'
import { isModelTool, type ToolEntry } from '../../../shared/events/events.ts'
import { navigate } from '../../state/routes.ts'
import { useSession } from '../../state/replica.ts'
import { useDefinition, type ToolDefinition } from '../../state/tool-definition.ts'
import { changeDesk, openForm } from '../../state/forms/desk.ts'
import { requestFormFocus } from '../../state/form-focus.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { Json } from '../../ui/json/arguments.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Ext, Plain, Word } from '../../ui/third-party/ext.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { DefinitionView } from '../../ui/json/definition-view.tsx'
import { describeInput, type InputWords } from './input-words.ts'
import type { Standing } from '../../state/servers/standing.ts'
import { StandingSentence } from '../status/standing-words.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import styles from './tool-detail.module.css'
import { ToolApp } from './tool-app.tsx'

const words = serverTools.detail

type ToolDetailProps = { server: ServerSummary; tool: ToolEntry; standing: Standing }

/** Everything about one tool: its full description, its arguments, its hash, and a way to run it. */
export function ToolDetail({ server, tool, standing }: ToolDetailProps) {
  const definition = useDefinition(tool.hash)
  return (
    <div className={styles.detail}>
      <StandingSentence standing={standing} from={server.name} />
      {standing.state !== 'pinned' && standing.before !== undefined && (
        <DefinitionView before={standing.before} now={tool.hash} from={server.name} />
      )}
      {definition.state === 'loading' && <Loading what={words.loading} />}
      {definition.state === 'failed' && <Note kind="no">{definition.problem}</Note>}
      {definition.state === 'ready' && (
        <>
          {definition.description !== '' && (
            <Ext from={server.name} note={words.description}>
              <Plain text={definition.description} limit={600} />
            </Ext>
          )}
          <Input from={server.name} schema={definition.schema} />
        </>
      )}
      {tool.page !== undefined && <ToolApp server={server} tool={tool.name} uri={tool.page} />}
      <div className="row wrap apart">
        <span className={styles.hash}>
          <code>
            <Word text={tool.name} />
          </code>
          <span title={tool.hash}>{words.definition(tool.hash.slice(0, 16))}</span>
          <CopyButton label={words.copyHash} text={() => tool.hash} />
        </span>
        <RunIt server={server} tool={tool} standing={standing} />
      </div>
    </div>
  )
}

/** Opens this tool's form in a new conversation. */
function RunIt({ server: { id, name, state }, tool, standing }: ToolDetailProps) {
  const right = useSession()?.right
  const run = (): void => {
    requestFormFocus()
    changeDesk(undefined, openForm({ server: id, tool: tool.name, definition: tool.hash }))
    navigate({ page: 'chat' })
  }
  const isReady = state.status.state === 'ready'
  const unreviewed = standing.state === 'pinned' ? undefined : words.notReviewed
  const unused = isModelTool(tool) ? unreviewed : words.onlyApps(name)
  const block = right === 'read' ? words.onlyLooks : isReady ? unused : words.notRunning(name)
  return (
    <Button size="sm" icon="play" unavailable={block} onClick={run}>
      {words.run}
    </Button>
  )
}

const views = [words.views.words, words.views.schema] as const

/** A tool's arguments: one by one, or as the server's schema. */
function Input({ from, schema }: { from: string; schema: ToolDefinition['schema'] }) {
  const [view, setView] = useState<(typeof views)[number]>(words.views.words)
  const input = useMemo(() => describeInput(schema), [schema])
  return (
    <div>
      <div className={styles.head}>
        <h3>{words.input}</h3>
        <Segments label={words.view} items={views} value={view} onChange={setView} />
      </div>
      {view === words.views.schema ? (
        <Ext from={from}>
          <Json value={schema} />
        </Ext>
      ) : input === undefined ? (
        <p className="ink3">{words.noWords}</p>
      ) : input.values.length === 0 ? (
        <p className="ink3">{input.isOpen ? words.anyValues : words.noValues}</p>
      ) : (
        <Values from={from} values={input.values} />
      )}
    </div>
  )
}

const Values = ({ from, values }: { from: string; values: InputWords[] }) => (
  <Ext from={from}>
    <dl className="stack">
      {values.map(({ name, words: kind, isRequired, description }) => (
        <div key={name} className={styles.value}>
          <dt>
            <code>
              <Word text={name} />
            </code>
          </dt>
          <dd>
            <Word text={kind} />
            {isRequired && <span className="medium">{words.required}</span>}
            {description !== undefined && (
              <span className="small loose block ink2">
                <Plain text={description} limit={200} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  </Ext>
)
