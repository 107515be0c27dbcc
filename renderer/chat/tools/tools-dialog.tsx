import { useMemo, useState } from 'react'
import { isOff } from '../../../shared/config/tools-off.ts'
import type { CallableTool } from '../../state/callable-tools.ts'
import { projectName, useOpenProject } from '../../state/models/projects.ts'
import { href } from '../../state/routes.ts'
import { useHost, useSession } from '../../state/replica.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { composer } from '../../strings/composer.ts'
import { models } from '../../strings/models.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TextInput } from '../../ui/fields/field.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Note } from '../../ui/note.tsx'
import { MissingTools } from '../../ui/servers/missing-tools.tsx'
import styles from './tools.module.css'
import { ToolsList } from './tools-list.tsx'
import { countOn, rowsOfTools } from './tools-rows.ts'
import { estimateTokens } from '../../../shared/text/tokens.ts'
import { useDescribed, useModelTools, useToolChoice } from './tools-used.ts'

const words = composer.tools

/** How many servers begin with their tools in view. */
const mostOpen = 10

function foldedAtFirst(tools: CallableTool[]): ReadonlySet<string> {
  const servers = new Set(tools.map(({ server }) => server))
  return servers.size > mostOpen ? servers : new Set()
}

/** The exact list of tools the model sees in this conversation, and what is turned off. */
export function ToolsDialog({ onClose }: { onClose(): void }) {
  const tools = useModelTools()
  const isReadOnly = useSession()?.right === 'read'
  const { off, change, problem } = useToolChoice()
  const described = useDescribed(tools, off)
  const { search } = described
  const [query, setQuery] = useState('')
  const [folded, setFolded] = useState(() => foldedAtFirst(tools))
  const rows = useMemo(() => rowsOfTools(tools, off, query, folded), [tools, off, query, folded])
  const fold = (server: string, isFolded: boolean): void =>
    setFolded((now) => new Set(isFolded ? [...now, server] : [...now].filter((one) => one !== server)))
  const on = countOn(tools, off)
  const bytes = tools.reduce(
    (sum, one) => sum + (isOff(off, one.server, one.tool.name) ? 0 : (described.of(one)?.bytes ?? 0)),
    0,
  )
  const project = useOpenProject()?.content
  const servers = useHost(({ configured }) => configured.servers)
  const readOnly = isReadOnly ? words.readOnly : undefined
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={words.title}
      footer={
        <>
          <Button unavailable={readOnly ?? (on === 0 ? words.allAreOff : undefined)} onClick={() => change('all')}>
            {words.allOff}
          </Button>
          <Button
            unavailable={readOnly ?? (on === tools.length ? words.allAreOn : undefined)}
            onClick={() => change({})}
          >
            {words.allOn}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {words.done}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className={styles.sum} role="status">
          {search ? (
            models.request.searched(search.tools, search.kept.length, search.limit)
          ) : (
            <Phrase
              text={bytes > 0 ? words.seesWithSize : words.sees}
              slots={{ tools: <b>{words.count(on, tools.length)}</b>, tokens: words.tokens(estimateTokens(bytes)) }}
            />
          )}{' '}
          {words.offHere}
          {project && ` ${words.ofProject(projectName(project))}`}
          {search === undefined && described.own.length > 0 && ` ${words.own(described.own)}`}
        </p>
        <TextInput
          type="search"
          aria-label={words.search}
          placeholder={words.searchBy}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            document.querySelector<HTMLElement>('[data-tools-list] [role="switch"][tabindex="0"]')?.focus()
          }}
        />
        <MissingTools />
        {(problem ?? described.problem) !== undefined && <Note kind="no">{problem ?? described.problem}</Note>}
      </div>
      {tools.length === 0 ? (
        <p className="ink3">
          {words.noServer} <a href={href({ page: 'servers' })}>{words.goToServers}</a>
        </p>
      ) : rows.length === 0 ? (
        <p className="ink3">{words.noneFound(plainLabel(query, 60))}</p>
      ) : (
        <ToolsList
          rows={rows}
          servers={Object.keys(servers)}
          off={off}
          describe={described.of}
          change={change}
          fold={query.trim() === '' ? fold : undefined}
          readOnly={readOnly}
        />
      )}
    </Dialog>
  )
}
