package dialogue

import "github.com/pgask/pgask/translate/offer"

// FromOffer returns what to ask for an offer; nil for none.
func FromOffer(o *offer.Offer) *Asked {
	if o == nil {
		return nil
	}
	c := &Asked{Kind: Kind(o.Kind), Message: o.Message, Context: map[string]string{"phrase": o.Phrase}}
	switch o.Kind {
	case offer.MissingFilter:
		c.Context["noun"] = o.Noun
	case offer.MissingMetric:
		c.Context["before"] = o.Before
	}
	for _, choice := range o.Choices {
		c.Options = append(c.Options, Option(choice))
	}
	return c
}
