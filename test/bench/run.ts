import { auditRows } from './audit.ts'
import { openBrowser } from './browser.ts'
import { callRows } from './calls.ts'
import { headlessRows } from './headless.ts'
import { journalRows } from './journal.ts'
import { logRows } from './log.ts'
import { longConversationRows } from './long-conversation.ts'
import { print } from './measure.ts'
import { resourceRows } from './resources.ts'
import { streamingRows } from './streaming.ts'
import { turnRows } from './turn.ts'

/** Ratios, not seconds: ours beside the bare thing on this machine, interleaved, medians of several rounds. */
print([
  ...(await callRows()),
  ...(await journalRows()),
  ...(await auditRows()),
  ...(await turnRows()),
  ...(await resourceRows()),
])
print(await headlessRows())
print(await logRows())
const browser = await openBrowser()
print([...(await longConversationRows(browser)), ...(await streamingRows(browser))])
await browser.close()
process.exit(0)
