import { href } from '../frame/routes.ts'
import { useHost } from '../host.ts'
import { useModelName } from '../chat/model-name.ts'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { formatCount } from '../ui/time.tsx'
import styles from './composer.module.css'

/** How many tools the model can use now, and the way to them. */
export function ToolsLink() {
  const tools = useHost(({ servers }) =>
    Object.values(servers).reduce(
      (sum, { status, tools: listed }) => sum + (status.state === 'ready' ? Object.keys(listed).length : 0),
      0,
    ),
  )
  return (
    <a className={classes(styles.link, styles.tools)} href={href({ page: 'servers' })}>
      <Icon name="terminal" size={14} />
      {formatCount(tools, 'tool')}
    </a>
  )
}

/** The model that answers, and the way to another. */
export function ModelLink() {
  const model = useHost((state) => state.configured.settings.anthropic.model)
  const name = useModelName(model ?? '')
  return (
    <a className={classes(styles.link, styles.model)} href={href({ page: 'settings' })}>
      <span className="trunc">{model === undefined ? 'No model' : name}</span>
    </a>
  )
}
