import { createContext, memo, useContext, useMemo, useState } from 'react'
import { markdown } from '../strings/markdown.ts'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { SaveButton, SavedLine, useSaving } from '../ui/json/save-text.tsx'
import { Pieces } from '../ui/third-party/ext.tsx'
import { usualAppearance, type Appearance } from '../../shared/config/settings.ts'
import { codeFileName } from '../../shared/text/file-name.ts'
import { plainLabel, revealMisleading } from '../../shared/text/hidden-characters.ts'
import styles from './code-text.module.css'
import type { HighlightRun } from './highlight.ts'
import { useHighlighting } from './highlighting.ts'

type CodeAppearance = Pick<Appearance, 'codeLines' | 'lineNumbers'>

/** The user's choices about code blocks. */
export const CodeAppearanceContext = createContext<CodeAppearance>(usualAppearance)

type CodeProps = { language: string | undefined; parts: string[] }

/** A code block: its language and buttons above, the text in parts that render once, and again with colours. */
export function CodeText({ language, parts, isClosed }: CodeProps & { isClosed: boolean }) {
  const runs = useHighlighting(language, parts, isClosed)
  const { codeLines, lineNumbers } = useContext(CodeAppearanceContext)
  const [chosen, setChosen] = useState<boolean>()
  const isWrapped = chosen ?? codeLines === 'wrap'
  const isNumbered = lineNumbers === 'shown' && isClosed && !isWrapped
  const numbers = useMemo(() => (isNumbered ? numbersOf(parts) : undefined), [isNumbered, parts])
  const saving = useSaving()
  const whole = (): string => parts.join('').replace(/\n$/, '')
  return (
    <div className={classes(styles.code, isWrapped && styles.wrapped)}>
      <div className={styles.head}>
        <bdi>{plainLabel(language ?? markdown.code.noLanguage, 40)}</bdi>
        <span>
          <IconButton
            size="sm"
            icon="wrap"
            label={markdown.code.wrap}
            aria-pressed={isWrapped}
            onClick={() => setChosen(!isWrapped)}
          />
          <CopyButton label={markdown.code.copy} text={whole} />
          <SaveButton
            saving={saving}
            label={markdown.code.save}
            file={() => ({ name: codeFileName(language, whole()), text: `${whole()}\n` })}
          />
        </span>
      </div>
      <SavedLine saving={saving} />
      <pre tabIndex={0} aria-label={markdown.code.name}>
        {numbers !== undefined && (
          <span className={styles.numbers} aria-hidden>
            {numbers}
          </span>
        )}
        <code>
          {parts.map((part, index) => (
            <CodePart key={index} text={part} runs={runs[index]} isApart={isApart(parts, index)} />
          ))}
        </code>
      </pre>
    </div>
  )
}

/** The numbers of the lines, one per line. */
function numbersOf(parts: string[]): string {
  const lines = parts.join('').replace(/\n$/, '').split('\n').length
  return Array.from({ length: lines }, (_, index) => index + 1).join('\n')
}

/** Whether the surrounding text is still being written. */
export const GrowingContext = createContext(false)

/** Code inside a list or quotation: its end is known once the text is complete. */
export const NestedCode = (props: CodeProps) => <CodeText {...props} isClosed={!useContext(GrowingContext)} />

/** A part of whole lines is laid out separately, so rendering costs only the changed and visible parts. */
const isApart = (parts: string[], index: number): boolean =>
  [parts[index - 1], index === parts.length - 1 ? undefined : parts[index]].every(
    (part) => part?.endsWith('\n') ?? true,
  )

type CodePartProps = { text: string; runs: HighlightRun[] | undefined; isApart: boolean }

const CodePart = memo(({ text, runs, isApart: apart }: CodePartProps) => (
  <span className={apart ? styles.apart : undefined}>
    {runs ? (
      runs.map(({ text: words, scope }, index) =>
        scope ? (
          <span key={index} className={styles[scope]}>
            <Pieces pieces={revealMisleading(words)} />
          </span>
        ) : (
          <Pieces key={index} pieces={revealMisleading(words)} />
        ),
      )
    ) : (
      <Pieces pieces={revealMisleading(text)} />
    )}
  </span>
))
