/**
 * What stands for `{{unsubscribe_url}}` in a text until its message is sent: only then it has a link of its own. It is an address that
 * nobody can have, and is the same in HTML, in text and in attributes.
 */
export const UNSUBSCRIBE_URL = 'https://unsubscribe.invalid/'
