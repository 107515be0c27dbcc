import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { ResultImage } from '../../content/picture.tsx'
import { sampling } from '../../strings/inbox/sampling.ts'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { TextArea } from '../../ui/fields/field.tsx'
import { revealHidden } from '../../../shared/text/hidden-characters.ts'
import { Note } from '../../ui/note.tsx'
import type { SampledMessage } from '../../../shared/asks/server-asks.ts'
import { charactersIn } from './sampling-draft.ts'
import styles from './sampling.module.css'
import { fixedList } from '../../ui/fixed-list.tsx'

const words = sampling

type SampledMessagesProps = { from: string; messages: SampledMessage[]; onChange(messages: SampledMessage[]): void }

/** A request's messages, with editable text. */
export const SampledMessages = ({ from, messages, onChange }: SampledMessagesProps) =>
  fixedList(messages, ({ role, content }, at) => {
    const label = words.message(role, at + 1, messages.length)
    const change = (block: number, text: string): void =>
      onChange(messages.map((it, index) => (index === at ? { ...it, content: withText(content, block, text) } : it)))
    return (
      <section className="stack gap1" aria-label={label}>
        <div className={styles.head}>
          {label}
          <span className="regular fs-small ink2 num">{words.characters(charactersIn({ content }))}</span>
        </div>
        <Ext from={from}>
          <div className="stack">
            {fixedList(content, (block, index) => (
              <Block block={block} label={label} onChange={(text) => change(index, text)} />
            ))}
          </div>
        </Ext>
      </section>
    )
  })

const withText = (content: JsonValue[], at: number, text: string): JsonValue[] =>
  content.map((block, index) => (index === at && isObject(block) ? { ...block, text } : block))

type BlockProps = { block: JsonValue; label: string; onChange(text: string): void }

function Block({ block, label, onChange }: BlockProps) {
  if (!isObject(block)) return null
  const { type, text, data } = block
  if (type === 'text' && typeof text === 'string') return <WordsField label={label} text={text} onChange={onChange} />
  if (type === 'image' && typeof data === 'string') return <ResultImage data={data} />
  return <ToolBlock block={block} />
}

/** A tool call or tool result, shown raw. */
export function ToolBlock({ block: { type, name, input, content } }: { block: JsonObject }) {
  const isCall = type === 'tool_use'
  return (
    <div className="stack gap1">
      <span>{isCall ? words.call(typeof name === 'string' ? name : '') : words.result}</span>
      <pre className={styles.code}>
        <Plain text={JSON.stringify(isCall ? input : content, null, 2)} />
      </pre>
    </div>
  )
}

type WordsFieldProps = { label: string; text: string; onChange(text: string): void }

/** Editable text, fully visible; what a field can't show appears below it. */
export function WordsField({ label, text, onChange }: WordsFieldProps) {
  const hidden = revealHidden(text).filter((piece) => typeof piece !== 'string').length
  return (
    <>
      <TextArea
        aria-label={label}
        className={styles.area}
        value={text}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      {hidden > 0 && (
        <Note kind="no" quiet>
          {words.hidden(hidden)}
          <br />
          <Plain text={text} />
        </Note>
      )}
    </>
  )
}
