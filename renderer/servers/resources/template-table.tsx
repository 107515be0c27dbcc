import { useAnsweringModel } from '../../state/models/answering.ts'
import { navigate } from '../../state/routes.ts'
import { lastConversation } from '../../state/resources/in-chat.ts'
import { openPicker } from '../../state/picking.ts'
import type { OfferedTemplate } from '../../state/resources/templates.ts'
import { resources } from '../../strings/resources.ts'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './resource-table.module.css'

const words = resources.tab

/** One server's templates; each is filled in when attached. */
export function TemplateTable({ templates }: { templates: OfferedTemplate[] }) {
  const block = useAnsweringModel() === undefined ? words.noModel : undefined
  const { columns } = words
  return (
    <table className={styles.table}>
      <caption className="sr">{words.templatesLabel}</caption>
      <thead>
        <tr>
          <th>{columns.name}</th>
          <th className={styles.wide}>{columns.type}</th>
          <th>
            <span className="sr">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {templates.map(({ key, server, entry }) => {
          const name = plainLabel(entry.title ?? entry.name, 60)
          return (
            <tr key={key}>
              <td>
                <span className={styles.name}>
                  <Icon name="template" size={15} />
                  <span className={styles.texts}>
                    <bdi>{name}</bdi>
                    <code className={styles.uri}>{plainLabel(entry.template, 200)}</code>
                    {entry.description !== '' && (
                      <span className={styles.description}>
                        <Plain text={entry.description} limit={200} />
                      </span>
                    )}
                  </span>
                </span>
              </td>
              <td className={styles.wide}>{plainLabel(entry.mimeType ?? '', 80)}</td>
              <td>
                <span className={styles.actions}>
                  <Button
                    size="sm"
                    kind="ghost"
                    unavailable={block}
                    onClick={() => {
                      navigate({ page: 'chat', conversation: lastConversation() })
                      openPicker({ server, template: entry.template })
                    }}
                  >
                    {words.fill}
                    <span className="sr">{words.named(name)}</span>
                  </Button>
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
