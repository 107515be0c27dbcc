import { useState } from 'react'
import type {
  ImportPreview,
  ImportableRow,
  LeftOutOfImport,
} from '../../../shared/contract/conversation-import-commands.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { conversationImport as words } from '../../strings/conversation/conversation-import.ts'
import { formatDay } from '../../strings/format/time.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/field.tsx'
import { fixedList } from '../../ui/fixed-list.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './import.module.css'

/** Rows that are shown at first, and more at a time. */
const rowsAtOnce = 100

type PreviewProps = { preview: ImportPreview; picked: ReadonlySet<number>; onPick(picked: ReadonlySet<number>): void }

/** A file's conversations, and which of them to import. Titles are the file's text. */
export function ImportPreviewList({ preview: { from, rows, refused, refusals }, picked, onPick }: PreviewProps) {
  const [shown, setShown] = useState(rowsAtOnce)
  const toggle = (index: number): void => {
    const next = new Set(picked)
    if (!next.delete(index)) next.add(index)
    onPick(next)
  }
  return (
    <>
      <div role="status">{rows.length === 0 ? words.nothing : words.found(from, rows.length)}</div>
      {rows.length > 0 && (
        <>
          <p className="ink2">{words.third}</p>
          <div className="row wrap">
            <Button size="sm" onClick={() => onPick(new Set(rows.map(({ index }) => index)))}>
              {words.all}
            </Button>
            <Button size="sm" onClick={() => onPick(new Set())}>
              {words.none}
            </Button>
          </div>
          <ul className={styles.list} aria-label={words.list}>
            {rows.slice(0, shown).map((row) => (
              <li key={row.index}>
                <Checkbox checked={picked.has(row.index)} onChange={() => toggle(row.index)}>
                  <span className={styles.row}>
                    <bdi>{plainLabel(row.title, 200) || words.untitled}</bdi>
                    <span className="small ink3">{factsOf(row).join(' · ')}</span>
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
          {rows.length > shown && (
            <div>
              <Button size="sm" onClick={() => setShown(shown + rowsAtOnce)}>
                {words.more(Math.min(rowsAtOnce, rows.length - shown))}
              </Button>
            </div>
          )}
        </>
      )}
      {refusals > 0 && (
        <Note>
          <Fold label={words.refused(refusals)}>
            <ul className={styles.refused}>
              {fixedList(refused, ({ title, why }) => (
                <li>
                  <bdi>{plainLabel(title, 200) || words.untitled}</bdi>: {words.why[why]}
                </li>
              ))}
            </ul>
          </Fold>
        </Note>
      )}
    </>
  )
}

const factsOf = ({ activeAt, messages, branches, leftOut, already }: ImportableRow): string[] => [
  ...(already ? [words.already(formatDay(already.at))] : []),
  ...(activeAt === null ? [] : [formatDay(activeAt)]),
  words.size(messages, branches),
  ...leftOutIn(leftOut),
]

function leftOutIn(leftOut: LeftOutOfImport): string[] {
  const { instructions, tools, hidden, reasoning, attachments, cut, other } = leftOut
  const { parts } = words
  const named = [
    ...(instructions ? [parts.instructions(instructions)] : []),
    ...(tools ? [parts.tools(tools)] : []),
    ...(hidden ? [parts.hidden(hidden)] : []),
    ...(reasoning ? [parts.reasoning(reasoning)] : []),
    ...(attachments ? [parts.attachments(attachments)] : []),
    ...(cut ? [parts.cut(cut)] : []),
    ...(other ? [parts.other(other)] : []),
  ]
  return named.length > 0 ? [words.leftOut(named.join(', '))] : []
}
