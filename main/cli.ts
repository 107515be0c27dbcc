#!/usr/bin/env node
import { keepCompiledCode } from './shells/common/code-cache.ts'

keepCompiledCode()
await import('./shells/headless/command.ts')
