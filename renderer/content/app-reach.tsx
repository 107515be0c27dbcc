import type { ReactNode } from 'react'
import { domainLists, type DomainList, type JudgedApp, type NamedDomain } from '../../shared/content/judged-app.ts'
import { formatBytes } from '../strings/format/time.ts'
import { apps } from '../strings/conversation/apps.ts'
import { Ext, Word } from '../ui/third-party/ext.tsx'
import styles from './app-reach.module.css'

const words = apps.reach

type AppReachProps = {
  /** The server's display name. */
  from: string
  app: Pick<JudgedApp, 'hash' | 'bytes' | 'domains' | 'leftOut' | 'permissions'>
  children?: ReactNode
}

/** An app's document, and all that it wants: each host by itself, with the reason if Atrium refuses it. */
export function AppReach({ from, app: { bytes, hash, domains, leftOut, permissions }, children }: AppReachProps) {
  return (
    <dl className="stack">
      <AppRow name={words.document}>
        <span title={hash}>{words.size(formatBytes(bytes), hash.slice(0, 16))}</span>
      </AppRow>
      {domainLists.map((list) => (
        <Domains key={list} from={from} list={list} domains={domains.filter((it) => it.list === list)} />
      ))}
      {domains.length === 0 && <AppRow name={words.hosts}>{words.none}</AppRow>}
      {leftOut > 0 && <AppRow name={words.more}>{words.leftOut(leftOut)}</AppRow>}
      {permissions.length > 0 && (
        <AppRow name={words.permissions}>
          <Ext from={from} note={words.permissionsRefused}>
            <Word text={permissions.join(', ')} />
          </Ext>
        </AppRow>
      )}
      {children}
    </dl>
  )
}

function Domains({ from, list, domains }: { from: string; list: DomainList; domains: NamedDomain[] }) {
  if (domains.length === 0) return null
  return (
    <AppRow name={words.lists[list]}>
      <Ext from={from}>
        <ul>
          {domains.map(({ domain, refused }) => (
            <li key={domain}>
              <Word text={domain} />
              {refused && <span className="small loose block ink2">{words.refused[refused]}</span>}
            </li>
          ))}
        </ul>
      </Ext>
    </AppRow>
  )
}

/** One fact about an app, below the others. */
export const AppRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.value}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
