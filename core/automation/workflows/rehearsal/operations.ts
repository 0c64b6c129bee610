import { fullVisibilityGroup, operation } from '../../../kernel/operation/operation.ts'
import { DryRun } from './dry-run.ts'
import { DryRunInput, DryRunResult, SimulationInput, SimulationResult } from './schema.ts'
import { Simulation } from './simulation.ts'

/** Workflows are tried without being run. */
export const rehearsalOperations = fullVisibilityGroup('Workflows', {
  test: operation({
    id: 'testWorkflow',
    summary: 'Try a workflow on a record: every step it would do, its texts, branches, calls and events; nothing is written or sent',
    scope: 'read',
    mcp: true,
    route: 'POST /workflows/{id}/test',
    heavy: true,
    input: DryRunInput,
    output: DryRunResult,
    uses: { dryRun: DryRun },
    handle: (input, { dryRun, reply }) => dryRun.test(input, reply),
  }),
  simulate: operation({
    id: 'simulateWorkflow',
    summary: 'Show whom a workflow would have enrolled in the last days, with counts per step; nothing is written or sent',
    scope: 'read',
    mcp: true,
    route: 'POST /workflows/{id}/simulate',
    heavy: true,
    input: SimulationInput,
    output: SimulationResult,
    uses: { simulation: Simulation },
    handle: (input, { simulation }) => simulation.simulate(input),
  }),
})
