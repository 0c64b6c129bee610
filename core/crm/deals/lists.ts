/** How sure deals are, in the forecast. */
export const forecastCategories = ['pipeline', 'best_case', 'commit', 'closed', 'omitted'] as const
