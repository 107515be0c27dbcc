import { domainLists, type DomainList, type NamedDomain, type JudgedPage } from '../../../shared/content/judged-page.ts'
import { useState, type ReactNode } from 'react'
import { useQuery } from '../../state/query.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { formatBytes } from '../../strings/format/time.ts'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Ext, Word } from '../../ui/third-party/ext.tsx'
import styles from './tool-detail.module.css'

const words = strings.serverTools.page

type ToolPageProps = { server: ServerSummary; tool: string; uri: string }

/** The page that a server has for a tool's results: read on demand, judged, and never run. */
export function ToolPage({ server: { id, name, state }, tool, uri }: ToolPageProps) {
  const [isWanted, setWanted] = useState(false)
  const { answer, problem } = useQuery('lookAtPage', isWanted ? { server: id, tool } : undefined)
  const block = state.status.state === 'ready' ? undefined : strings.serverTools.detail.notRunning(name)
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h3>{words.title}</h3>
        {!isWanted && (
          <Button size="sm" icon="search" unavailable={block} onClick={() => setWanted(true)}>
            {words.look}
          </Button>
        )}
      </div>
      <p className="ink3">{words.notRun(name)}</p>
      <Ext from={name} note={words.address}>
        <code>
          <Word text={uri} />
        </code>
      </Ext>
      {isWanted && !answer && problem === undefined && <Loading what={words.loading} />}
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {answer && <Facts from={name} facts={answer} />}
    </div>
  )
}

function Facts({ from, facts }: { from: string; facts: JudgedPage }) {
  const { bytes, hash, domains, leftOut, permissions, policy } = facts
  return (
    <dl className={styles.values}>
      <Row name={words.document}>
        <span title={hash}>{words.size(formatBytes(bytes), hash.slice(0, 16))}</span>
      </Row>
      {domainLists.map((list) => (
        <Domains key={list} from={from} list={list} domains={domains.filter((it) => it.list === list)} />
      ))}
      {domains.length === 0 && <Row name={words.reach}>{words.reachesNothing}</Row>}
      {leftOut > 0 && <Row name={words.more}>{words.leftOut(leftOut)}</Row>}
      {permissions.length > 0 && (
        <Row name={words.permissions}>
          <Ext from={from} note={words.permissionsRefused}>
            <Word text={permissions.join(', ')} />
          </Ext>
        </Row>
      )}
      <Row name={words.policy}>
        <code>
          <Word text={policy} />
        </code>
      </Row>
    </dl>
  )
}

function Domains({ from, list, domains }: { from: string; list: DomainList; domains: NamedDomain[] }) {
  if (domains.length === 0) return null
  return (
    <Row name={words.lists[list]}>
      <Ext from={from}>
        <ul>
          {domains.map(({ domain, refused }) => (
            <li key={domain}>
              <Word text={domain} />
              {refused && <span className={styles.about}>{words.refused[refused]}</span>}
            </li>
          ))}
        </ul>
      </Ext>
    </Row>
  )
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.value}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
