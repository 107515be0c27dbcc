import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { resources } from '../../strings/resources.ts'
import { classes } from '../../ui/classes.ts'
import { parentAt, type PickerRow } from './picker-rows.ts'
import { RowContent } from './resource-row.tsx'
import type { ListedResource } from '../../state/resources/resource-tree.ts'
import styles from './resource-tree-view.module.css'

const words = resources.tree

type ResourceTreeViewProps = {
  rows: PickerRow[]
  /** The row with the tree's focus. */
  active: number
  onActive(at: number): void
  isChosen(listed: ListedResource): boolean
  isFollowed(listed: ListedResource): boolean
  onChoose(listed: ListedResource): void
  onPreview(listed: ListedResource): void
  onFold(folded: FoldedRow, isOpen: boolean): void
}

type FoldedRow = Exclude<PickerRow, { kind: 'resource' }>

/** How many rows Page Up and Page Down move. */
const pageRows = 12

/** Servers, folders and resources: one tab stop, arrow keys inside. Builds only the rows near the viewport. */
export function ResourceTreeView(props: ResourceTreeViewProps) {
  const { rows, active, onActive, isChosen, isFollowed, onChoose, onPreview, onFold } = props
  const viewport = useRef<HTMLDivElement>(null)
  const id = useId()
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => 30,
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(active, rows.length - 1)])].toSorted((a, b) => a - b),
    overscan: 8,
  })
  useEffect(() => {
    if (document.activeElement === viewport.current) virtualizer.scrollToIndex(active)
  }, [active, virtualizer])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = actOf(event.key, props)
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div
      ref={viewport}
      className={styles.viewport}
      role="tree"
      aria-label={words.label}
      aria-multiselectable
      aria-activedescendant={rows[active] ? `${id}-${active}` : undefined}
      tabIndex={0}
      data-resource-tree
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: virtualizer.getTotalSize() }} className={styles.rows}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <div
              key={key}
              id={`${id}-${index}`}
              role="treeitem"
              aria-level={row.level}
              aria-selected={index === active}
              {...(row.kind === 'resource'
                ? { 'aria-checked': isChosen(row.listed) }
                : { 'aria-expanded': row.isOpen })}
              className={classes(styles.row, index === active && styles.active)}
              style={{ top: start, paddingInlineStart: `${8 + (row.level - 1) * 16}px` }}
              onClick={() => {
                onActive(index)
                if (row.kind === 'resource') onPreview(row.listed)
                else onFold(row, !row.isOpen)
              }}
            >
              <RowContent row={row} isChosen={isChosen} isFollowed={isFollowed} onChoose={onChoose} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const foldedBy = (at: number, rows: PickerRow[], onFold: ResourceTreeViewProps['onFold'], isOpen: boolean) => {
  const row = rows[at]
  return row && row.kind !== 'resource' && row.isOpen !== isOpen ? () => onFold(row, isOpen) : undefined
}

/** A key's effect in the tree (ARIA Authoring Practices, tree view). */
function actOf(key: string, props: ResourceTreeViewProps): (() => void) | undefined {
  const { rows, active, onActive, onChoose, onPreview, onFold } = props
  const row = rows[active]
  if (!row) return undefined
  const last = rows.length - 1
  const to = (at: number) => () => onActive(Math.max(0, Math.min(last, at)))
  const press = row.kind === 'resource' ? () => onPreview(row.listed) : () => onFold(row, !row.isOpen)
  const acts: Record<string, () => void> = {
    ArrowDown: to(active + 1),
    ArrowUp: to(active - 1),
    PageDown: to(active + pageRows),
    PageUp: to(active - pageRows),
    Home: to(0),
    End: to(last),
    ArrowLeft: foldedBy(active, rows, onFold, false) ?? to(parentAt(rows, active)),
    ArrowRight: row.kind === 'resource' ? press : (foldedBy(active, rows, onFold, true) ?? to(active + 1)),
    Enter: press,
    ' ': row.kind === 'resource' ? () => onChoose(row.listed) : press,
  }
  return Object.hasOwn(acts, key) ? acts[key] : undefined
}
