import { useMemo, useState } from 'react'
import { isOff } from '../../shared/tools-off.ts'
import { href } from '../frame/routes.ts'
import { useHost, useSession } from '../host.ts'
import { offeredTools, sameTools } from '../manual/tools.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/field.tsx'
import { plainLabel } from '../ui/hidden-characters.ts'
import { Note } from '../ui/note.tsx'
import { formatCount } from '../ui/time.tsx'
import styles from './tools.module.css'
import { ToolsList } from './tools-list.tsx'
import { countOn, estimateTokens, rowsOfTools } from './tools-rows.ts'
import { useDescribed, useToolChoice } from './tools-used.ts'

/** The exact list of tools that the model sees in this conversation, and what of it is switched off. */
export function ToolsDialog({ onClose }: { onClose(): void }) {
  const tools = useHost(offeredTools, sameTools)
  const isReadOnly = useSession()?.right === 'read'
  const { off, change, problem } = useToolChoice()
  const described = useDescribed(tools)
  const [query, setQuery] = useState('')
  const rows = useMemo(() => rowsOfTools(tools, off, query), [tools, off, query])
  const on = countOn(tools, off)
  const bytes = tools.reduce(
    (sum, one) => sum + (isOff(off, one.server, one.tool.name) ? 0 : (described.of(one)?.bytes ?? 0)),
    0,
  )
  const servers = new Set(tools.map(({ server }) => server))
  const readOnly = isReadOnly ? 'This window may look but not change it.' : undefined
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title="Tools in this conversation"
      footer={
        <>
          <Button
            unavailable={readOnly ?? (on === 0 ? 'All are off.' : undefined)}
            onClick={() => change({ ...off, ...Object.fromEntries([...servers].map((id) => [id, 'all' as const])) })}
          >
            All off
          </Button>
          <Button
            unavailable={readOnly ?? (on === tools.length ? 'All are on.' : undefined)}
            onClick={() => change({})}
          >
            All on
          </Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.top}>
        <p className={styles.sum} role="status">
          The model sees <b>{countOf(on, tools.length)}</b>
          {bytes > 0 && `, about ${formatCount(estimateTokens(bytes), 'token')} with every request`}. What is off takes
          effect with its next request, here only; you can still run it yourself.
        </p>
        <TextInput
          type="search"
          aria-label="Search tools"
          placeholder="Search by name, server or what they do"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            document.querySelector<HTMLElement>('[data-tools-list] [role="switch"][tabindex="0"]')?.focus()
          }}
        />
        {(problem ?? described.problem) !== undefined && <Note kind="no">{problem ?? described.problem}</Note>}
      </div>
      {tools.length === 0 ? (
        <p className="ink3">
          No server is ready, so the model sees no tools. <a href={href({ page: 'servers' })}>Go to the servers</a>
        </p>
      ) : rows.length === 0 ? (
        <p className="ink3">No tool has “{plainLabel(query, 60)}” in its name, its server or its description.</p>
      ) : (
        <ToolsList rows={rows} off={off} describe={described.of} change={change} readOnly={readOnly} />
      )}
    </Dialog>
  )
}

/** How many of the tools the model sees, in words. */
export const countOf = (on: number, all: number): string =>
  on === all ? formatCount(all, 'tool') : `${on} of ${formatCount(all, 'tool')}`
