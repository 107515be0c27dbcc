import { useCallback } from 'react'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { ui } from '../../strings/ui.ts'
import { classes } from '../classes.ts'
import { Plain } from '../third-party/ext.tsx'
import styles from './fields.module.css'
import { fieldLines, type FieldLine } from './field-lines.ts'
import type { ShownLine } from './json-lines.ts'
import { FoldedLines, Tokens, useShownLines, type LabelledPassage } from './shown-lines.tsx'

const words = ui.arguments

type FieldsProps = {
  value: JsonObject
  passages?: readonly LabelledPassage[] | undefined
  onWhole?: ((whole: boolean) => void) | undefined
}

/** Arguments as names and values: texts with their own lines, lists as items. */
export function Fields({ value, passages, onWhole }: FieldsProps) {
  const build = useCallback((limit: number) => fieldLines(value, limit, passages), [value, passages])
  const { shown, more, open } = useShownLines(build, onWhole)
  return (
    <div className={styles.fields} role="group" aria-label={words.fields}>
      {shown.length === 0 && <p className="ink3">{words.none}</p>}
      {shown.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines are only added at the end
        <Line key={index} line={line} passages={passages} open={open} />
      ))}
      {more}
    </div>
  )
}

type LineProps = Pick<FieldsProps, 'passages'> & { line: ShownLine<FieldLine>; open(value: number): void }

function Line({ line, passages, open }: LineProps) {
  const margin = { marginInlineStart: Math.min(line.depth, mostSteps) * step }
  if ('folded' in line)
    return (
      <div className={styles.line} style={margin}>
        <span />
        <FoldedLines line={line} open={open} />
      </div>
    )
  return (
    <div className={classes(styles.line, line.isText && styles.text)} style={margin}>
      <span>{line.label && <Label {...line.label} />}</span>
      <span className={styles.value}>
        <Tokens tokens={line.tokens} passages={passages} />
      </span>
    </div>
  )
}

/** Pixels that a level is indented, and how many levels are. */
const step = 12
const mostSteps = 12

const Label = ({ text, isNumber }: NonNullable<FieldLine['label']>) => (
  <span className={styles.label}>
    {isNumber ? `${text}.` : <Plain text={text} />}
    <span className="sr">: </span>
  </span>
)
