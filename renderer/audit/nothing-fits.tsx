import { displayName } from '../../shared/config/server-config.ts'
import { navigate } from '../state/routes.ts'
import { useHost } from '../state/replica.ts'
import { Phrase } from '../strings/phrase.tsx'
import { strings } from '../strings/strings.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import type { AuditFilter } from '../state/audit-filter.ts'
import styles from './audit-filters.module.css'
import { partsOf } from './filter-words.ts'

const text = strings.audit.nothing

/** No matches: names the active filters, and can remove each. */
export function NothingFits({ filter }: { filter: AuditFilter }) {
  const servers = useHost((state) => state.configured.servers)
  const parts = partsOf(filter, (server) => displayName(server, servers[server]))
  if (parts.length === 0)
    return (
      <Empty icon="audit" title={text.none}>
        {text.whatComes}
      </Empty>
    )
  return (
    <Empty
      icon="search"
      title={text.noneFits}
      action={
        <span className={styles.ways}>
          {parts.length > 1 &&
            parts.map(({ words, without }) => (
              <Button key={words} size="sm" icon="close" onClick={() => navigate({ page: 'audit', filter: without })}>
                <Plain text={words} />
              </Button>
            ))}
          <Button size="sm" onClick={() => navigate({ page: 'audit' })}>
            {text.showAll}
          </Button>
        </span>
      }
    >
      <Phrase
        text={text.hidden}
        slots={{
          parts: parts.map(({ words }, index) => (
            <span key={words}>
              {index > 0 && ', '}
              <Plain text={words} />
            </span>
          )),
        }}
      />
      {filter.text !== undefined && ` ${strings.auditLog.search.onlyWhole}`}
    </Empty>
  )
}
