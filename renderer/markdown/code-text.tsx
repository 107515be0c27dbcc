import { memo } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { Pieces } from '../ui/ext.tsx'
import { plainLabel, revealMisleading } from '../ui/hidden-characters.ts'
import styles from './markdown.module.css'

/** A code block: its language and a way to copy it above, the text in parts that are drawn once. */
export function CodeText({ language, parts }: { language: string | undefined; parts: string[] }) {
  return (
    <div className={styles.code}>
      <div className={styles.codeHead}>
        <bdi>{plainLabel(language ?? 'text', 40)}</bdi>
        <CopyButton label="Copy code" text={() => parts.join('').replace(/\n$/, '')} />
      </div>
      <pre tabIndex={0} aria-label="Code">
        <code>
          {parts.map((part, index) => (
            <CodePart key={index} text={part} />
          ))}
        </code>
      </pre>
    </div>
  )
}

const CodePart = memo(({ text }: { text: string }) => <Pieces pieces={revealMisleading(text)} />)
