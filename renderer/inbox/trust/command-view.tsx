import { useState, type ReactNode } from 'react'
import { inbox } from '../../strings/inbox/inbox.ts'
import { useWhole } from '../../ui/arming/use-whole.ts'
import { Word } from '../../ui/third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import type { MarkedLine } from '../../../shared/text/diff-lines.ts'
import type { LaunchDiff } from '../../../shared/risk/launch-diff.ts'
import { MarkedText } from './marked-text.tsx'
import styles from './launch.module.css'

const words = inbox.command

/** Characters of one word before "Show more". */
const shownCharacters = 2000
/** A command of up to this many words, none of them odd, is easier to read on one line. */
const shortWords = 7
const shortCharacters = 120

type CommandViewProps = {
  diff: LaunchDiff
  /** Reports whether all of it is on the page, and every change of that. */
  onWhole(whole: boolean): void
}

type Line = MarkedLine & { at: number | undefined; isCommand: boolean }

/** The exact command: on one line if it's short, else one numbered word per line, so no word can pass for two. */
export function CommandView({ diff, onWhole }: CommandViewProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const lines = linesOf(diff)
  const isWhole = lines.every(({ text }, index) => text.length <= shownCharacters || opened.has(index))
  useWhole(isWhole, onWhole)
  if (isShort(lines))
    return (
      <pre className={styles.command} aria-label={words.short}>
        <span className={styles.quiet} aria-hidden>
          ${' '}
        </span>
        {lines.map(({ text, isCommand }, index) => (
          <OneWord key={index} isCommand={isCommand}>
            {index > 0 && ' '}
            <Word text={text} />
          </OneWord>
        ))}
      </pre>
    )
  return (
    <ol className={styles.command} aria-label={words.long}>
      {lines.map((line, index) => (
        <li key={index} className={styles.line} data-mark={line.mark}>
          <span className={styles.gutter} aria-hidden>
            {line.isCommand ? '$' : line.at}
          </span>
          <span className={styles.word}>
            <MarkedText mark={line.mark}>
              <OneWord isCommand={line.isCommand}>
                <LongWord
                  text={line.text}
                  isOpen={opened.has(index)}
                  open={() => setOpened(new Set([...opened, index]))}
                />
              </OneWord>
            </MarkedText>
          </span>
        </li>
      ))}
    </ol>
  )
}

const OneWord = ({ isCommand, children }: { isCommand: boolean; children: ReactNode }) =>
  isCommand ? <b className={styles.program}>{children}</b> : children

function LongWord({ text, isOpen, open }: { text: string; isOpen: boolean; open(): void }) {
  const rest = text.length - shownCharacters
  if (isOpen || rest <= 0) return <Word text={text} />
  return (
    <>
      <Word text={head(text, shownCharacters)} />
      <MoreButton onClick={open}>{words.showMore(rest)}</MoreButton>
    </>
  )
}

function linesOf({ command, args }: LaunchDiff): Line[] {
  let at = 0
  return [
    ...command.map((line) => ({ ...line, at: undefined, isCommand: true })),
    ...args.map((line) => ({ ...line, at: line.mark === 'removed' ? undefined : ++at, isCommand: false })),
  ]
}

const isShort = (lines: Line[]): boolean =>
  lines.length <= shortWords &&
  lines.every(({ mark, text }) => mark === 'same' && /^[\w@%+=:,./\\~-]+$/.test(text)) &&
  lines.reduce((length, { text }) => length + text.length + 1, 0) <= shortCharacters
