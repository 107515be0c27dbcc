import type { Element } from 'hast'
import type { AlignType, Definition, ListItem, TableRow } from 'mdast'
import { memo, useMemo, useState } from 'react'
import { parseBlocks, type Block } from './blocks.ts'
import { CodeText, GrowingContext } from './code-text.tsx'
import styles from './markdown.module.css'
import { TableFrame, toElements, toReact } from './to-react.tsx'

const none: Definition[] = []

/** A complete text, as Markdown. */
export function Markdown({ text }: { text: string }) {
  const { groups, definitions } = useMemo(() => parseBlocks(text), [text])
  return <MarkdownBlocks groups={groups} definitions={definitions} />
}

type BlocksProps = { groups: Block[][]; definitions?: Definition[]; live?: boolean }

/**
 * Complete blocks, or growing ones (`live`, with a caret at the end). Unchanged blocks don't render again, and groups
 * that grew on screen are laid out and painted only near the view.
 */
export function MarkdownBlocks({ groups, definitions = none, live }: BlocksProps) {
  const [grew] = useState(live === true)
  return (
    <GrowingContext value={live === true}>
      <div className={styles.prose} data-live={live || undefined} data-grew={grew || undefined}>
        {groups.map((blocks, index) => (
          <Group key={index} blocks={blocks} definitions={definitions} />
        ))}
      </div>
    </GrowingContext>
  )
}

type Refers = { definitions: Definition[] }

const Group = memo(({ blocks, definitions }: { blocks: Block[] } & Refers) => (
  <div className={styles.group}>
    {blocks.map((block, index) => (
      <BlockView key={index} block={block} definitions={definitions} />
    ))}
  </div>
))

const BlockView = memo(({ block, definitions }: { block: Block } & Refers) => {
  switch (block.kind) {
    case 'node':
      return toReact(toElements([block.node], definitions))
    case 'code':
      return <CodeText language={block.language} parts={block.parts} isClosed={block.isClosed} />
    case 'list': {
      const { ordered, loose, start } = block
      const items = block.parts.map((part, index) => (
        <Items key={index} items={part} loose={loose} definitions={definitions} />
      ))
      return ordered ? <ol start={start}>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return <TableView block={block} definitions={definitions} />
    default:
      return block satisfies never
  }
})

const Items = memo(({ items, loose, definitions }: { items: ListItem[]; loose: boolean } & Refers) => {
  const { children } = toElements([{ type: 'list', spread: loose, children: items }], definitions)
  return toReact({ type: 'root', children: children.flatMap((list) => ('children' in list ? list.children : [])) })
})

function TableView({ block, definitions }: { block: Extract<Block, { kind: 'table' }> } & Refers) {
  const { align, header, parts } = block
  const source = (): Element | undefined => {
    const [table] = toElements([{ type: 'table', align, children: [header, ...parts.flat()] }], definitions).children
    return table?.type === 'element' ? table : undefined
  }
  return (
    <TableFrame source={source}>
      <thead>
        <Rows part="thead" align={align} header={header} definitions={definitions} />
      </thead>
      {parts.length > 0 && (
        <tbody>
          {parts.map((rows, index) => (
            <Rows key={index} part="tbody" align={align} header={header} rows={rows} definitions={definitions} />
          ))}
        </tbody>
      )}
    </TableFrame>
  )
}

type RowsProps = { part: 'thead' | 'tbody'; align: AlignType[]; header: TableRow; rows?: TableRow[] } & Refers

const Rows = memo(({ part, align, header, rows = [], definitions }: RowsProps) => {
  const [table] = toElements([{ type: 'table', align, children: [header, ...rows] }], definitions).children
  const sections = table?.type === 'element' ? table.children : []
  const section = sections.find((child) => child.type === 'element' && child.tagName === part)
  return section?.type === 'element' ? toReact({ type: 'root', children: section.children }) : null
})
