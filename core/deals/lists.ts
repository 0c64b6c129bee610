/** Words that deals use (records.md 9). */
export const dealPriorities = ['low', 'medium', 'high', 'urgent'] as const
export const dealTypes = ['new_business', 'existing_business', 'renewal', 'upsell'] as const
export const forecastCategories = ['pipeline', 'best_case', 'commit', 'closed', 'omitted'] as const
