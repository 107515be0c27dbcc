import type { AuditRow } from '../../../shared/contract/commands.ts'
import { isObject, type JsonObject } from '../../../shared/schema/json.ts'
import { toolOfItem } from '../../../shared/state/pins.ts'
import { audit } from '../../strings/audit.ts'
import { Word } from '../../ui/third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'

/** Max names shown; the record's content has all. */
const mostNamed = 10

/** The items that a record about accepted or quarantined definitions covers, tools by name; none for other records. */
export function definitionsOf({ type }: AuditRow, body: JsonObject | null): string[] {
  if (type !== 'definitions.pinned' && type !== 'definitions.kept-off') return []
  const items = body?.['items']
  return isObject(items) ? Object.keys(items).map((item) => toolOfItem(item) ?? item) : []
}

/** The first names of a long list, and how many more there are. */
export function DefinitionNames({ names }: { names: string[] }) {
  const left = names.length - mostNamed
  return (
    <>
      {names.slice(0, mostNamed).map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code>
            <Word text={head(name, 100)} />
          </code>
        </span>
      ))}
      {left > 0 && audit.detail.andMore(left)}
    </>
  )
}
