import { useState } from 'react'
import type { RegistryAbout } from '../../../shared/config/registry.ts'
import type { RegistryList, RegistryTrouble } from '../../../shared/contract/registry-commands.ts'
import { useHost } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { href } from '../../state/routes.ts'
import { formatDate, formatMoment } from '../../strings/format/time.ts'
import { registryPage } from '../../strings/servers/registry-page.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Empty } from '../../ui/empty.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Bar } from '../../ui/page/bar.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import { hostOfRegistry, publisherOf, shortName } from './publisher.ts'
import linked from '../../ui/table/linked-rows.module.css'
import styles from './registry-list.module.css'
import { useRegistry } from './use-registry.ts'

const words = registryPage.list

/** The registry's servers that match a search; cached ones appear at once. */
export function RegistryListPage() {
  const block = useAdminBlock()
  const [text, setText] = useState('')
  const { list, isAsking, problem, retry, more } = useRegistry(text.trim(), block === undefined)
  return (
    <>
      <Bar title={registryPage.title} detail={list && hostOfRegistry(list.url)} />
      <Page width="table">
        {block && <Note>{block}</Note>}
        {!block && (
          <>
            <SearchField label={words.find} value={text} onChange={setText} />
            <p className="small ink3">{registryPage.trust}</p>
            {problem !== undefined && <Note kind="no">{problem}</Note>}
            {list?.trouble && <Trouble trouble={list.trouble} hasRows={list.rows.length > 0} onRetry={retry} />}
            {list?.discarded && <Note>{words.discarded}</Note>}
            <div role="status" className={classes('small ink3', styles.status)}>
              {list && list.rows.length > 0 && <Status list={list} isAsking={isAsking} />}
            </div>
            {list && <Rows list={list} />}
            {(!list || list.rows.length === 0) &&
              (isAsking ? (
                <Loading what={words.loading} lines={6} />
              ) : (
                list && <Nothing list={list} text={text.trim()} />
              ))}
            {list?.more && !(list.trouble && list.rows.length === 0) && (
              <div>
                <Button busy={more.busy} onClick={() => void more.run()}>
                  {words.more}
                </Button>
              </div>
            )}
          </>
        )}
      </Page>
    </>
  )
}

type TroubleProps = { trouble: RegistryTrouble; hasRows: boolean; onRetry(): void }

const Trouble = ({ trouble, hasRows, onRetry }: TroubleProps) => (
  <Note
    kind="no"
    action={
      <Button size="sm" onClick={onRetry}>
        {words.retry}
      </Button>
    }
  >
    <Plain text={trouble.says} /> {hasRows && words.kept}
  </Note>
)

function Status({ list, isAsking }: { list: RegistryList; isAsking: boolean }) {
  const { rows, total, fetchedAt, unreadable } = list
  return (
    <>
      {words.count(rows.length, total)}
      {'. '}
      {fetchedAt !== null && words.asOf(formatMoment(fetchedAt))} {isAsking && words.loading}{' '}
      {unreadable > 0 && words.unreadable(unreadable)}
    </>
  )
}

const Nothing = ({ list, text }: { list: RegistryList; text: string }) =>
  list.trouble ? (
    <Empty icon="off" title={words.empty}>
      {words.emptyHelp}
    </Empty>
  ) : (
    <Empty icon="search" title={words.nothing}>
      {words.nothingHelp(hostOfRegistry(list.url), text)}
    </Empty>
  )

function Rows({ list: { rows, url } }: { list: RegistryList }) {
  const servers = useHost((state) => state.configured.servers)
  const added = new Set(
    Object.values(servers).flatMap((config) => (config.type === 'playground' ? [] : (config.registry?.name ?? []))),
  )
  if (rows.length === 0) return null
  return (
    <ul className="rows" aria-label={words.label}>
      {rows.map((about) => (
        <Row key={about.name} about={about} url={url} isAdded={added.has(about.name)} />
      ))}
    </ul>
  )
}

type RowProps = { about: RegistryAbout; url: string; isAdded: boolean }

const Row = ({ about, url, isAdded }: RowProps) => (
  <li className={classes(linked.row, styles.row)}>
    <a className={linked.link} href={href({ page: 'registry', name: about.name })}>
      {shortName(about.name)}
    </a>
    <span className={classes('small ink3', styles.who)}>{publisherOf(about, url).who}</span>
    <span className={styles.does}>
      <ExtInline from={about.name} text={about.title ? `${about.title}: ${about.description}` : about.description} />
    </span>
    <span className={classes('small ink3', styles.facts)}>
      <bdi>{words.version(about.version)}</bdi>
      {about.publishedAt !== undefined && <span>{words.published(formatDate(about.publishedAt))}</span>}
      {about.status === 'deprecated' && <b>{words.deprecated}</b>}
      {isAdded && <b>{words.added}</b>}
    </span>
  </li>
)
