import { keepCompiledCode } from './shells/common/code-cache.ts'

keepCompiledCode()
const { startFrom } = await import('./shells/web/start.ts')
startFrom(process.argv.slice(2))
