import { useMemo, useState } from 'react'
import { revealHidden } from '../../../shared/text/hidden-characters.ts'
import { ui } from '../../strings/ui.ts'
import { classes } from '../classes.ts'
import { MoreButton } from '../more-button.tsx'
import { Pieces } from '../third-party/ext.tsx'
import styles from './arguments.module.css'
import { fold, foldedLines, type JsonLine, type JsonToken, type ShownLine } from './json-lines.ts'
import { PassageNumber } from './passage-number.tsx'
import type { Passage } from './passages.ts'
import { useWhole } from '../arming/use-whole.ts'

const words = ui.arguments

/** Parts of a value's strings to underline and number; screen readers get the label instead of the number. */
export type LabelledPassage = Passage & { label: string }

/** Lines of a value before "Show more". */
const firstLines = 400

/** A value's lines as far as they are shown; reports whether that is all of them. */
export function useShownLines<Line extends JsonLine>(
  build: (limit: number) => { lines: Line[]; more: boolean },
  onWhole: ((whole: boolean) => void) | undefined,
) {
  const [limit, setLimit] = useState(firstLines)
  const [opened, setOpened] = useState<Record<number, number>>({})
  const { lines, more } = useMemo(() => build(limit), [build, limit])
  const shown = useMemo(() => fold(lines, (id) => opened[id] ?? foldedLines), [lines, opened])
  useWhole(!more && !shown.some((line) => 'folded' in line), onWhole)
  return {
    shown,
    more: more ? <MoreButton onClick={() => setLimit(limit * 4)}>{words.moreLines}</MoreButton> : null,
    open: (id: number): void => setOpened({ ...opened, [id]: (opened[id] ?? 0) + 2000 }),
  }
}

type FoldedProps = { line: Extract<ShownLine, { folded: number }>; open(value: number): void }

/** The count of a long string's hidden lines, which shows them. */
export const FoldedLines = ({ line, open }: FoldedProps) => (
  <MoreButton onClick={() => open(line.value)}>{words.showFolded(line.folded)}</MoreButton>
)

type TokensProps = { tokens: JsonToken[]; passages: readonly LabelledPassage[] | undefined }

/** A line's parts, with their hidden characters as labels and their passages underlined. */
export const Tokens = ({ tokens, passages }: TokensProps) =>
  tokens.map((token, index) =>
    token.kind === 'mark' ? (
      token.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a line don't move
      <span key={index}>
        <bdi className={classes(styles[token.kind], isOfPath(token) && 'mono', token.isPassage && styles.passage)}>
          <Pieces pieces={revealHidden(token.text)} />
        </bdi>
        {token.ends?.map((number) => (
          <PassageNumber key={number} number={number} label={passages?.[number - 1]?.label ?? ''} />
        ))}
      </span>
    ),
  )

const isOfPath = ({ kind }: JsonToken): boolean => kind === 'folder' || kind === 'name'
