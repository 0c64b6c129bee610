/** How sure deals are, in the forecast (records.md 9). */
export const forecastCategories = ['pipeline', 'best_case', 'commit', 'closed', 'omitted'] as const
