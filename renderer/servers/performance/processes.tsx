import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { formatBytes, formatDuration } from '../../strings/format/time.ts'
import { serverPerformance } from '../../strings/servers/servers-performance.ts'
import { Loading } from '../../ui/loading.tsx'
import { Stats } from '../../ui/table/stats.tsx'
import { useProcesses } from './use-processes.ts'
import styles from './performance.module.css'

const words = serverPerformance.processes

/** The memory and processor time of a server's process tree, now. */
export function Processes({ server, name }: { server: string; name: string }) {
  const usage = useProcesses(server)
  if (usage === undefined) return <Loading what={words.looking} />
  if (usage === null) return <p className="small ink3">{words.none}</p>
  const { sample, load } = usage
  const more = sample.count - sample.processes.length
  return (
    <>
      <Stats
        label={words.title}
        stats={[
          { value: formatBytes(sample.memory), label: words.memory },
          { value: load === undefined ? words.measuring : words.percent(load), label: words.processor },
          { value: serverPerformance.count(sample.count), label: words.count(sample.count) },
        ]}
      />
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={words.label(name)}>
          <thead>
            <tr>
              <th scope="col">{words.columns.name}</th>
              <th scope="col">{words.columns.pid}</th>
              <th scope="col">{words.columns.memory}</th>
              <th scope="col">{words.columns.time}</th>
            </tr>
          </thead>
          <tbody>
            {sample.processes.map((row) => (
              <tr key={row.pid}>
                <th scope="row">
                  <bdi>{plainLabel(row.name, 100)}</bdi>
                </th>
                <td>{row.pid}</td>
                <td>{formatBytes(row.memory)}</td>
                <td>{formatDuration(row.cpuMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p className="small ink3">{words.more(more)}</p>}
      <p className="small ink3">{words.help}</p>
    </>
  )
}
