import type { Page } from 'playwright-core';

/** Signs the page's browser in as an administrator, whose token the server vouches for. */
export async function signInAdmin(page: Page): Promise<void> {
  await page.addInitScript("localStorage.setItem('adminToken', 'test-token')");
  await page.route('**/api/v1/admin/me', (route) =>
    route.fulfill({ json: { username: 'owner', provider: 'password' } }),
  );
}
