import { useState } from 'react'
import { useHost } from '../../state/replica.ts'
import { offeredTools, sameTools } from '../../state/callable-tools.ts'
import { strings } from '../../strings/strings.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './composer.module.css'
import { ToolsDialog } from '../tools/tools-dialog.tsx'
import { countOn } from '../tools/tools-rows.ts'
import { useToolsOff } from '../tools/tools-used.ts'

/** How many of the tools that servers offer the model sees here, and the way to choose them. */
export function ToolsLink() {
  const tools = useHost(offeredTools, sameTools)
  const off = useToolsOff()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={classes(styles.link, styles.tools)} onClick={() => setOpen(true)}>
        <Icon name="terminal" size={14} />
        {strings.composer.tools.count(countOn(tools, off), tools.length)}
        <span className="sr">{strings.composer.tools.choose}</span>
      </button>
      {isOpen && <ToolsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
