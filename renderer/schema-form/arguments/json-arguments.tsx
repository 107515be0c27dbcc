import { useId } from 'react'
import { readablePath } from '../../../shared/schema/pointer.ts'
import { manual } from '../../strings/manual.ts'
import { FieldError, TextArea } from '../../ui/fields/field.tsx'

import styles from './json-arguments.module.css'

type JsonArgumentsProps = { text: string; problems: Record<string, string>; onChange(text: string): void }

/** All values at once, as the JSON to send. */
export function JsonArguments({ text, problems, onChange }: JsonArgumentsProps) {
  const id = useId()
  const sentences = Object.entries(problems).map(([path, sentence]) =>
    path === '' ? sentence : manual.violations.at(readablePath(path), sentence),
  )
  return (
    <div data-path="" className={styles.json}>
      <TextArea
        className="mono"
        rows={8}
        spellCheck={false}
        aria-label={manual.form.json}
        aria-invalid={sentences.length > 0 || undefined}
        aria-describedby={sentences.length > 0 ? id : undefined}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {sentences.length > 0 && <FieldError id={id}>{sentences.join(' ')}</FieldError>}
    </div>
  )
}
