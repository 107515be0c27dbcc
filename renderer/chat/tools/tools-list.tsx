import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { OfferedTool as Described } from '../../../shared/contract/commands.ts'
import { switchServer, switchTool, type ToolsOff } from '../../../shared/config/tools-off.ts'
import type { CallableTool } from '../../state/callable-tools.ts'
import { composer } from '../../strings/composer.ts'
import { ClaimMarks } from '../../ui/third-party/claims.tsx'
import { classes } from '../../ui/classes.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { ServerSeal } from '../../ui/seal.tsx'
import { IconButton } from '../../ui/button.tsx'
import { pressedKey } from '../../ui/key-map.ts'
import { SwitchKnob } from '../../ui/fields/switch-knob.tsx'
import styles from './tools.module.css'
import type { ToolListRow } from './tools-rows.ts'
import { estimateTokens } from '../../../shared/text/tokens.ts'

const words = composer.tools

type ToolsListProps = {
  rows: ToolListRow[]
  /** All servers, running or not. */
  servers: string[]
  off: ToolsOff | undefined
  describe(one: CallableTool): Described | undefined
  change(off: ToolsOff): void
  /** Hides a server's tools, or shows them; absent in a search. */
  fold: ((server: string, isFolded: boolean) => void) | undefined
  /** Why nothing can be changed. */
  readOnly: string | undefined
}

/** How many rows Page Up and Page Down move. */
const pageRows = 10

/** Servers and tools as switches: one tab stop, arrow keys inside. Builds only the rows near the viewport. */
export function ToolsList({ rows, servers, off, describe, change, fold, readOnly }: ToolsListProps) {
  const viewport = useRef<HTMLDivElement>(null)
  const [wanted, setActive] = useState(0)
  const active = Math.min(wanted, rows.length - 1)
  const moved = useRef(false)
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: (index) => (rows[index]?.kind === 'server' ? 36 : 44),
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), active])].toSorted((a, b) => a - b),
    overscan: 6,
  })
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    viewport.current?.querySelector<HTMLElement>('[role="switch"][tabindex="0"]')?.focus({ preventScroll: true })
    virtualizer.scrollToIndex(active)
  }, [active, virtualizer])
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[active]
    const pressed = pressedKey(event, 'foldCall')
    if (row && fold && pressed !== undefined) {
      const server = row.kind === 'server' ? row.server : row.one.server
      moved.current = row.kind === 'tool' && pressed === 1
      if (moved.current) setActive(rows.findIndex((each) => each.kind === 'server' && each.server === server))
      return fold(server, pressed === 1)
    }
    const to = targetOf(event.key, active, rows.length)
    if (to === undefined) return
    event.preventDefault()
    moved.current = to !== active
    setActive(to)
  }
  const toggle = (row: ToolListRow): void => {
    if (readOnly !== undefined) return
    if (row.kind === 'server') return change(switchServer(off, { server: row.server, servers }, row.on.length === 0))
    const { server, tool } = row.one
    change(switchTool(off, { server, tool: tool.name, all: row.tools, servers }, !row.isOn))
  }
  return (
    <div ref={viewport} className={styles.viewport} data-tools-list>
      <div role="list" aria-label={words.list} style={{ height: virtualizer.getTotalSize() }} onKeyDown={onKeyDown}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index]
          if (!row) return null
          const own = {
            row,
            isActive: index === active,
            onFocus: () => setActive(index),
            onToggle: () => toggle(row),
            readOnly,
          }
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={classes(styles.row, row.kind === 'server' && styles.server)}
              style={{ top: start }}
            >
              {row.kind === 'server' ? (
                <ServerLine {...own} row={row} describe={describe} fold={fold} />
              ) : (
                <ToolLine {...own} row={row} describe={describe} />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function targetOf(key: string, active: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -count,
    End: count,
  }
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, active + step))
}

type LineProps = { isActive: boolean; onFocus(): void; onToggle(): void; readOnly: string | undefined }

const switchProps = (isOn: boolean, { isActive, onFocus, onToggle, readOnly }: LineProps) => ({
  type: 'button' as const,
  role: 'switch',
  'aria-checked': isOn,
  'aria-disabled': readOnly !== undefined || undefined,
  'aria-description': readOnly,
  tabIndex: isActive ? 0 : -1,
  className: styles.switch,
  onFocus,
  onClick: onToggle,
})

type ServerLineProps = LineProps &
  Pick<ToolsListProps, 'describe' | 'fold'> & { row: Extract<ToolListRow, { kind: 'server' }> }

function ServerLine({ row, describe, fold, ...line }: ServerLineProps) {
  const { server, serverName, on, tools, isFolded } = row
  const bytes = on.reduce((sum, one) => sum + (describe(one)?.bytes ?? 0), 0)
  return (
    <>
      <button {...switchProps(on.length > 0, line)} aria-label={words.allOf(serverName)}>
        <SwitchKnob />
        <ServerSeal server={server} size={16} />
        <span className="trunc">{serverName}</span>
      </button>
      <span className={styles.count} title={bytes > 0 ? words.estimate : undefined}>
        {words.countOn(on.length, tools.length, bytes > 0 ? estimateTokens(bytes) : undefined)}
      </span>
      {fold && (
        <IconButton
          size="sm"
          icon={isFolded ? 'chevron-right' : 'chevron-down'}
          label={isFolded ? words.unfold(serverName) : words.fold(serverName)}
          aria-expanded={!isFolded}
          tabIndex={-1}
          onClick={() => fold(server, !isFolded)}
        />
      )}
    </>
  )
}

type ToolLineProps = LineProps & {
  row: Extract<ToolListRow, { kind: 'tool' }>
  describe(one: CallableTool): Described | undefined
}

function ToolLine({ row: { one, isOn }, describe, ...line }: ToolLineProps) {
  const { tool, serverName } = one
  const title = plainLabel(tool.title ?? tool.name, 60)
  const described = describe(one)
  return (
    <>
      <button {...switchProps(isOn, line)} aria-label={words.ofServer(title, serverName)}>
        <SwitchKnob />
        <span className={styles.names}>
          <span className="trunc">{title}</span>
          {title !== tool.name && (
            <code className="trunc" title={described?.name}>
              <Plain text={tool.name} />
            </code>
          )}
        </span>
      </button>
      <ClaimMarks from={serverName} claims={tool.claims} />
      <span className={styles.count} title={words.estimate}>
        {described ? words.aboutTokens(estimateTokens(described.bytes)) : ''}
      </span>
    </>
  )
}
