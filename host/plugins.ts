import { businessCentral } from 'rapport-crm/plugins/business-central'
import { dolibarr } from 'rapport-crm/plugins/dolibarr'
import { erpnext } from 'rapport-crm/plugins/erpnext'
import { exactOnline } from 'rapport-crm/plugins/exact-online'
import { facturascripts } from 'rapport-crm/plugins/facturascripts'
import { frappe } from 'rapport-crm/plugins/frappe'
import { gobl } from 'rapport-crm/plugins/gobl'
import { holded } from 'rapport-crm/plugins/holded'
import { invoiceNinja } from 'rapport-crm/plugins/invoice-ninja'
import { lexwareOffice } from 'rapport-crm/plugins/lexware-office'
import { magento } from 'rapport-crm/plugins/magento'
import { netsuite } from 'rapport-crm/plugins/netsuite'
import { odoo } from 'rapport-crm/plugins/odoo'
import { pennylane } from 'rapport-crm/plugins/pennylane'
import { prestashop } from 'rapport-crm/plugins/prestashop'
import { quickbooksOnline } from 'rapport-crm/plugins/quickbooks-online'
import { sage100 } from 'rapport-crm/plugins/sage-100'
import { salesforce } from 'rapport-crm/plugins/salesforce'
import { sapBusinessOne } from 'rapport-crm/plugins/sap-business-one'
import { sapEcc } from 'rapport-crm/plugins/sap-ecc'
import { sevdesk } from 'rapport-crm/plugins/sevdesk'
import { shopify } from 'rapport-crm/plugins/shopify'
import { stripe } from 'rapport-crm/plugins/stripe'
import { woocommerce } from 'rapport-crm/plugins/woocommerce'
import { xero } from 'rapport-crm/plugins/xero'

/** The bundled vocabularies; ingest detects which of them a batch uses. */
export const plugins = [
  businessCentral(),
  dolibarr(),
  erpnext(),
  exactOnline(),
  facturascripts(),
  frappe(),
  gobl(),
  holded(),
  invoiceNinja(),
  lexwareOffice(),
  magento(),
  netsuite(),
  odoo(),
  pennylane(),
  prestashop(),
  quickbooksOnline(),
  sage100(),
  salesforce(),
  sapBusinessOne(),
  sapEcc(),
  sevdesk(),
  shopify(),
  stripe(),
  woocommerce(),
  xero(),
] as const
